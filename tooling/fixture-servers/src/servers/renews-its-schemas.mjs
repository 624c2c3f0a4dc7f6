/**
 * Lists twenty tools, of which every list has the first with a schema that no list had before; and tells its subscribers of a change with
 * every call. What a client keeps of a list that is over adds up.
 */
import { never, SUBSCRIPTION_ID_KEY, serve, text } from "../wire/serve.mjs";

const TOOLS = 20;

let lists = 0;
/** Open subscriptions: id to exchange. */
const subscriptions = new Map();

function tool(index) {
  const pattern = index === 0 ? `^(a|b)*${lists}$` : "^(a|b)*$";
  return {
    name: `tool_${index}`,
    description: `Takes what matches ${pattern}.`,
    inputSchema: {
      type: "object",
      properties: { a: { type: "string", pattern }, b: { $ref: "#/$defs/b" } },
      $defs: { b: { enum: ["x", "y"] } },
    },
  };
}

serve(
  {
    "tools/list": () => {
      lists += 1;
      return { tools: Array.from({ length: TOOLS }, (_, index) => tool(index)) };
    },
    "tools/call": ({ name }) => {
      for (const [id, exchange] of subscriptions) {
        exchange.notify("notifications/tools/list_changed", {
          _meta: { [SUBSCRIPTION_ID_KEY]: id },
        });
      }
      return text(`${name} ran`);
    },
    "subscriptions/listen": ({ notifications }, exchange) => {
      subscriptions.set(exchange.id, exchange);
      exchange.signal.addEventListener("abort", () => subscriptions.delete(exchange.id));
      const _meta = { [SUBSCRIPTION_ID_KEY]: exchange.id };
      exchange.notify("notifications/subscriptions/acknowledged", { notifications, _meta });
      return never();
    },
  },
  { capabilities: { tools: { listChanged: true } } },
);
