/**
 * Says the text of `--say JSON` in every place where a server can say something, each time with the name of the place before it: of
 * itself, in its lists, in what it tells when it is asked, and, by the tool `say {place}`, in results, errors, questions, progress, logs
 * and on standard error (T41, T56, T60). The tool says instead, where it is told so by `from`, the ten texts from there on of the JSON
 * array in the file of `--texts FILE`, one a line.
 */
import { readFileSync } from "node:fs";
import { optionValue, RpcError, serve, text, toolHandlers } from "../wire/serve.mjs";

const words = JSON.parse(optionValue("--say"));
const file = optionValue("--texts");
const texts = file === undefined ? [] : JSON.parse(readFileSync(file, "utf8"));
/** Where in `texts` the running call of `say` speaks from; null for the words of every place. */
let from = null;

const said = () => (from === null ? words : texts.slice(from, from + 10).join("\n"));
const says = (place) => `${place}: ${said()}`;

/** Over HTTP the standard error is the terminal of whoever runs the tests. */
function complain() {
  if (!process.argv.includes("--http")) process.stderr.write(`${says("stderr")}\n`);
}

complain();

const places = {
  result: () => text(says("result")),
  structured: () => ({ ...text("told"), structuredContent: { told: says("structured") } }),
  tool_error: () => ({ ...text(says("tool_error")), isError: true }),
  error: () => {
    throw new RpcError(-32603, says("error"), { more: says("error data") });
  },
  link: () => ({
    content: [
      {
        type: "resource_link",
        uri: "file:///etc/passwd",
        name: says("link"),
        title: says("title"),
      },
    ],
  }),
  embedded: () => ({
    content: [{ type: "resource", resource: { uri: "told:1", text: says("embedded") } }],
  }),
  log: (exchange) => {
    const params = { level: "error", logger: says("logger"), data: says("log") };
    exchange.notify("notifications/message", params);
    return text("told");
  },
  progress: (exchange, { _meta }) => {
    const { progressToken } = _meta;
    const params = { progressToken, progress: 1, message: says("progress") };
    exchange.notify("notifications/progress", params);
    return text("told");
  },
  stderr: () => {
    complain();
    return text("told");
  },
  question: (_exchange, { inputResponses }) =>
    inputResponses === undefined
      ? {
          resultType: "input_required",
          inputRequests: {
            q: {
              method: "elicitation/create",
              params: {
                message: says("question"),
                requestedSchema: {
                  type: "object",
                  properties: { a: { type: "string", title: says("field"), description: said() } },
                },
              },
            },
          },
        }
      : text("told"),
};

serve(
  {
    ...toolHandlers({
      say: {
        inputSchema: {
          type: "object",
          properties: { place: { type: "string" }, from: { type: "integer" } },
        },
        call: (told, exchange, params) => {
          from = told.from ?? null;
          return places[told.place](exchange, params);
        },
      },
      undeclared: {
        title: says("undeclared title"),
        description: says("undeclared description"),
        inputSchema: {
          type: "object",
          properties: { a: { type: "string", description: says("undeclared schema") } },
        },
        annotations: { title: says("undeclared annotation"), readOnlyHint: true },
        call: () => text("told"),
      },
    }),
    "resources/list": () => ({
      resources: [{ uri: "told:1", name: says("resource name"), description: says("resource") }],
    }),
    "resources/templates/list": () => ({
      resourceTemplates: [{ uriTemplate: "told:{n}", name: "n", description: says("template") }],
    }),
    "resources/read": ({ uri }) => ({ contents: [{ uri, text: says("contents") }] }),
    "prompts/list": () => ({
      prompts: [{ name: "told", title: says("prompt title"), description: says("prompt") }],
    }),
    "prompts/get": () => ({
      description: says("prompt description"),
      messages: [
        { role: "user", content: { type: "text", text: says("prompt user") } },
        { role: "assistant", content: { type: "text", text: says("prompt assistant") } },
      ],
    }),
    "completion/complete": () => ({ completion: { values: [says("completion")] } }),
  },
  {
    instructions: says("instructions"),
    serverInfo: { name: says("server name"), title: says("server title"), version: "1.0.0" },
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} },
  },
);
