/**
 * Writes bytes as its client tells it to, wherever a server writes: in place of the answer to a call (`write`), of that to the next request
 * of a method (`tell`), and to its subscription (`announce`). An order holds `frames` in Base64, in which `@id@`, `@token@` and `@listen@`
 * stand for the request's id, its progress token and the subscription's id; `way` says how they are written, `ending` what follows (S2).
 */
import { never, SUBSCRIPTION_ID_KEY, serve, text, toolHandlers } from "../wire/serve.mjs";

const STRUCTURED = { ...text("whole"), structuredContent: { count: 1, names: ["a"] } };
const OUTPUT = {
  type: "object",
  properties: {
    count: { type: "integer" },
    names: { items: { type: "string" }, uniqueItems: true },
  },
  required: ["count"],
};
const ANSWERS = {
  "tools/list": () => ({ ...tools["tools/list"](), nextCursor: undefined }),
  "resources/list": () => ({ resources: [{ uri: "told:1", name: "one" }] }),
  "resources/templates/list": () => ({
    resourceTemplates: [{ uriTemplate: "told:{n}", name: "n" }],
  }),
  "resources/read": ({ uri }) => ({ contents: [{ uri, text: "whole" }] }),
  "prompts/list": () => ({ prompts: [{ name: "told" }] }),
  "prompts/get": () => ({ messages: [{ role: "user", content: { type: "text", text: "whole" } }] }),
  "completion/complete": () => ({ completion: { values: ["whole"] } }),
  "tasks/get": ({ taskId }) => ({ taskId, status: "completed", result: STRUCTURED }),
  "tasks/cancel": ({ taskId }) => ({ taskId, status: "cancelled" }),
};

/** Orders for the next requests of a method. */
const orders = new Map();
let subscription = null;

const tools = toolHandlers({
  write: { call: (order, exchange, params) => carryOut(order, exchange, params, () => STRUCTURED) },
  write_strictly: {
    outputSchema: OUTPUT,
    call: (order, exchange, params) => carryOut(order, exchange, params, () => STRUCTURED),
  },
  tell: {
    call: ({ method, order }) => {
      orders.set(method, [...(orders.get(method) ?? []), order]);
      return text("told");
    },
  },
  announce: {
    call: ({ frames }) => {
      if (subscription !== null) write({ way: "frames", frames }, subscription, {});
      return text(subscription === null ? "nobody listens" : "announced");
    },
  },
});

serve(
  {
    ...tools,
    ...Object.fromEntries(
      Object.entries(ANSWERS).map(([method, answer]) => [method, told(method, answer)]),
    ),
    "subscriptions/listen": ({ notifications }, exchange) => {
      subscription = exchange;
      exchange.signal.addEventListener("abort", () => {
        if (subscription === exchange) subscription = null;
      });
      const _meta = { [SUBSCRIPTION_ID_KEY]: exchange.id };
      exchange.notify("notifications/subscriptions/acknowledged", { notifications, _meta });
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

function told(method, answer) {
  return (params, exchange) => {
    const order = orders.get(method)?.shift();
    return order === undefined
      ? answer(params)
      : carryOut(order, exchange, params, () => answer(params));
  };
}

function carryOut(order, exchange, params, answer) {
  write(order, exchange, params);
  switch (order.ending) {
    case "answer":
      return order.way === "body" ? never() : answer();
    case "end":
      exchange.end();
      return never();
    case "drop":
      exchange.drop();
      return never();
    default:
      return never();
  }
}

/** `frames` are framed as the transport frames them, `bytes` are not, and `body` is one whole answer over HTTP. */
function write({ way, frames }, exchange, params) {
  const parts = frames.map((frame) => filledIn(frame, exchange, params));
  switch (way) {
    case "frames":
      for (const part of parts) exchange.frame(part);
      return;
    case "bytes":
      for (const part of parts) exchange.raw(part);
      return;
    case "body":
      exchange.raw(Buffer.concat(parts), "application/json");
      exchange.end();
      return;
  }
}

function filledIn(frame, exchange, params) {
  const bytes = Buffer.from(frame, "base64").toString("latin1");
  const filled = bytes
    .replaceAll("@id@", JSON.stringify(exchange.id))
    .replaceAll("@token@", JSON.stringify(params._meta?.progressToken ?? 0))
    .replaceAll("@listen@", JSON.stringify(subscription?.id ?? 0));
  return Buffer.from(filled, "latin1");
}
