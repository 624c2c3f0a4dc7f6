/**
 * Costs as little as a server can: for benchmarks, where its own time must not hide the client's. Fifty tools; each answers
 * with as many characters of text as its argument `length` says, over pipes after as many `milliseconds`. It trusts what it is sent.
 */
import { createServer } from "node:http";
import { announce } from "../wire/serve.mjs";

const TOOLS = Array.from({ length: 50 }, (_, index) => ({
  name: `tool_${index}`,
  description: `The tool with number ${index}`,
  inputSchema: {
    type: "object",
    properties: {
      length: { type: "integer" },
      milliseconds: { type: "integer" },
      text: { type: "string", maxLength: 200 },
    },
    required: ["length"],
  },
}));
const CACHE = { ttlMs: 0, cacheScope: "private" };

/** Results as they stand on the wire, by method and by length. */
const results = new Map([
  [
    "server/discover",
    written({ supportedVersions: ["2026-07-28"], capabilities: { tools: {} }, ...CACHE }),
  ],
  ["tools/list", written({ tools: TOOLS, ...CACHE })],
]);
const texts = new Map();

if (process.argv.includes("--http")) serveHttp();
else servePipes();

function servePipes() {
  let partial = "";
  process.stdin.setEncoding("utf8").on("data", (chunk) => {
    const lines = (partial + chunk).split("\n");
    partial = lines.pop();
    let answers = "";
    for (const line of lines) {
      const { answer, wait } = answerTo(line);
      if (answer === null) continue;
      if (wait > 0) setTimeout(() => process.stdout.write(`${answer}\n`), wait);
      else answers += `${answer}\n`;
    }
    if (answers !== "") process.stdout.write(answers);
  });
}

function serveHttp() {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const { answer } = answerTo(body);
      if (answer === null) return response.writeHead(202).end();
      const bytes = Buffer.from(answer, "utf8");
      response.writeHead(200, {
        "content-type": "application/json",
        "content-length": bytes.length,
      });
      response.end(bytes);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1", () => announce(`http://127.0.0.1:${server.address().port}/mcp`));
}

function answerTo(line) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return { answer: null, wait: 0 };
  const result = method === "tools/call" ? textOf(params.arguments.length) : results.get(method);
  const body =
    result === undefined
      ? `"error":${JSON.stringify({ code: -32601, message: `unknown method ${method}` })}`
      : `"result":${result}`;
  return {
    answer: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${body}}`,
    wait: params.arguments?.milliseconds ?? 0,
  };
}

/** Quotes and line ends in it, as in the files and tables that tools return. */
function textOf(length) {
  const known = texts.get(length);
  if (known !== undefined) return known;
  const text = 'A line of "some" length, as tools return it.\n'.repeat(length / 40 + 1);
  const result = written({ content: [{ type: "text", text: text.slice(0, length) }] });
  texts.set(length, result);
  return result;
}

function written(result) {
  return JSON.stringify({ resultType: "complete", ...result });
}
