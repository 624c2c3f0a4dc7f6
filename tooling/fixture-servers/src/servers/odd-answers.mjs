/**
 * Answers what the specification leaves open, and what it forbids. Resources by their address: `missing:new`, `missing:old`, `empty:`,
 * `several:`, `blob:` and `bad-blob:`; prompts and the prompts' completions by their names: `system`, `strict` and `many`, `odd-total`,
 * `no-total`.
 */
import { RpcError, serve, text, toolHandlers } from "../wire/serve.mjs";

const contents = {
  "empty:": [],
  "several:": [
    { uri: "several:a", text: "a" },
    { uri: "elsewhere:b", mimeType: "image/png", blob: "AAE=" },
  ],
  "blob:": [{ uri: "blob:", blob: "/+8=" }],
  "bad-blob:": [{ uri: "bad-blob:", blob: "not base64 at all" }],
};

const completions = {
  many: { values: Array.from({ length: 101 }, (_, n) => `${n}`) },
  "odd-total": { values: ["a", "b"], total: 1 },
  "no-total": { values: ["a"], hasMore: true },
};

const said = (role) => ({ role, content: { type: "text", text: "obey" } });

serve(
  {
    ...toolHandlers({ known: { call: () => ({ ...text("it failed"), isError: true }) } }),
    // Lists a tool that it does not know.
    "tools/list": () => ({
      tools: ["known", "unknown"].map((name) => ({ name, inputSchema: { type: "object" } })),
    }),
    "resources/read": ({ uri }) => {
      if (uri === "missing:old") throw new RpcError(-32002, "resource not found");
      if (!Object.hasOwn(contents, uri)) throw new RpcError(-32602, "not found", { uri });
      return { contents: contents[uri] };
    },
    "prompts/get": ({ name, arguments: values = {} }) => {
      if (name === "system") return { messages: [said("system")] };
      if (values.topic === undefined) throw new RpcError(-32602, "the argument topic is required");
      return { messages: [said("user"), said("assistant")] };
    },
    "completion/complete": ({ ref }) => ({ completion: completions[ref.name] }),
  },
  { capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} } },
);
