import { appendFileSync, renameSync, writeFileSync } from "node:fs";
import { startHttpServer } from "./http.mjs";
import { createService, RpcError } from "./protocol.mjs";
import { serveStdio } from "./stdio.mjs";

export { never, RpcError, SUBSCRIPTION_ID_KEY, text } from "./protocol.mjs";

/**
 * Serves `handlers` (method → `(params, exchange) => result`) on standard input and output or, when the program was started
 * with `--http`, on a loopback port whose address it prints as one JSON line. `--record FILE` appends every HTTP request.
 */
export function serve(handlers, options = {}) {
  if (!process.argv.includes("--http")) return serveStdio(createService(handlers, options));
  const record = optionValue("--record");
  void startHttpServer(handlers, {
    ...options,
    onRequest(request) {
      if (record !== undefined) appendFileSync(record, `${JSON.stringify(request)}\n`);
    },
  }).then(({ url }) => announce(url));
}

/** Tells the parent where a server listens, and makes this process end with its parent. */
export function announce(url) {
  process.stdout.write(`${JSON.stringify({ listening: url })}\n`);
  process.stdin.on("end", () => process.exit(0)).resume();
}

/** The value after a `--name` on the command line; undefined where it is not given. */
export function optionValue(name) {
  const index = process.argv.indexOf(name);
  return index === -1 ? undefined : process.argv[index + 1];
}

/** Writes a file that is there in full or not at all, for a test that waits for it. */
export function writeWhole(file, content) {
  writeFileSync(`${file}.part`, content);
  renameSync(`${file}.part`, file);
}

/** Serves tools alone: each entry is `{ inputSchema, call(arguments, exchange) }`. */
export function serveTools(tools, options = {}) {
  serve(toolHandlers(tools), options);
}

/** The `tools/list` and `tools/call` handlers for a table of tools. */
export function toolHandlers(tools) {
  return {
    "tools/list": () => ({
      tools: Object.entries(tools).map(([name, { call: _call, ...definition }]) => ({
        name,
        inputSchema: { type: "object" },
        ...definition,
      })),
    }),
    "tools/call": (params, exchange) => {
      if (!Object.hasOwn(tools, params.name)) {
        throw new RpcError(-32602, `unknown tool ${params.name}`);
      }
      return tools[params.name].call(params.arguments ?? {}, exchange, params);
    },
  };
}
