/** A well-behaved server with every core capability: tools, resources, templates, prompts, completion and subscriptions. */
import { never, RpcError, SUBSCRIPTION_ID_KEY, serve, text, toolHandlers } from "../wire/serve.mjs";

const GUIDE = "file:///library/guide.md";

/** Open subscriptions: id to its exchange and filter. */
const subscriptions = new Map();

function announce(method, isWanted, params = {}) {
  for (const [id, { exchange, filter }] of subscriptions) {
    if (!isWanted(filter)) continue;
    exchange.notify(method, { ...params, _meta: { [SUBSCRIPTION_ID_KEY]: id } });
  }
}

serve(
  {
    ...toolHandlers({
      search: {
        inputSchema: { type: "object", properties: { query: { type: "string" } } },
        call: ({ query }) => text(`nothing about ${query}`),
      },
      announce_tools: {
        description: "Tells subscribers that the tool list changed",
        call: () => {
          announce("notifications/tools/list_changed", (filter) => filter.toolsListChanged);
          return text("announced");
        },
      },
      announce_guide: {
        description: "Tells subscribers that the guide changed",
        call: () => {
          const isWanted = (filter) => filter.resourceSubscriptions?.includes(GUIDE);
          announce("notifications/resources/updated", isWanted, { uri: GUIDE });
          return text("announced");
        },
      },
    }),
    "resources/list": () => ({ resources: [{ uri: GUIDE, name: "guide" }] }),
    "resources/templates/list": () => ({
      resourceTemplates: [{ uriTemplate: "file:///library/{name}.md", name: "book" }],
    }),
    "resources/read": ({ uri }) => {
      if (uri !== GUIDE) throw new RpcError(-32602, "resource not found", { uri });
      return { contents: [{ uri, mimeType: "text/markdown", text: "# Guide" }] };
    },
    "prompts/list": () => ({
      prompts: [{ name: "summarise", arguments: [{ name: "topic", required: true }] }],
    }),
    "prompts/get": ({ name, arguments: values = {} }) => {
      if (name !== "summarise") throw new RpcError(-32602, `unknown prompt ${name}`);
      const content = { type: "text", text: `Summarise ${values.topic}` };
      return { messages: [{ role: "user", content }] };
    },
    "completion/complete": ({ argument }) => ({
      completion: {
        values: ["history", "physics"].filter((value) => value.startsWith(argument.value)),
      },
    }),
    "subscriptions/listen": ({ notifications: filter }, exchange) => {
      subscriptions.set(exchange.id, { exchange, filter });
      exchange.signal.addEventListener("abort", () => subscriptions.delete(exchange.id));
      exchange.notify("notifications/subscriptions/acknowledged", {
        notifications: filter,
        _meta: { [SUBSCRIPTION_ID_KEY]: exchange.id },
      });
      return never();
    },
  },
  {
    capabilities: {
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      completions: {},
    },
  },
);
