/**
 * Counts its requests by method and lets its results be kept for `--ttl` milliseconds, an hour if nothing is said. Its lists have two
 * pages, the second under the empty cursor. Of a resource `count:…` the text is how often any was read; a `changing:…` one changes while
 * it is read and is told once something is announced, an `ask:…` one is told after a question, and a `drop:…` one ends the connection. The
 * tool `announce {method, times?, uri?}` tells subscribers of a change, and `counts` tells the counts as JSON.
 */
import {
  never,
  optionValue,
  SUBSCRIPTION_ID_KEY,
  serve,
  text,
  toolHandlers,
} from "../wire/serve.mjs";

const hints = { ttlMs: Number(optionValue("--ttl") ?? 3_600_000), cacheScope: "public" };
const counts = new Map();
/** Open subscriptions by id. */
const subscriptions = new Map();
/** What lets reads go on that wait for an announcement. */
const held = [];

function announce(method, params = {}) {
  for (const [id, exchange] of subscriptions) {
    exchange.notify(`notifications/${method}`, { ...params, _meta: { [SUBSCRIPTION_ID_KEY]: id } });
  }
}

/** Two pages of one entry each; `entry(count)` is given how often the list was asked for. */
function twoPages(member, entry) {
  return ({ cursor }, count) =>
    cursor === undefined
      ? { ...hints, [member]: [entry(count, "first")], nextCursor: "" }
      : { ...hints, [member]: [entry(count, "second")] };
}

async function readResource({ uri, inputResponses }, count, exchange) {
  if (uri.startsWith("drop:")) exchange.drop();
  if (uri.startsWith("changing:")) {
    announce("resources/updated", { uri });
    await new Promise((resolve) => held.push(resolve));
  }
  if (uri.startsWith("ask:") && inputResponses === undefined) {
    const question = { method: "roots/list", params: {} };
    // As much like a result that may be kept as it can be.
    const contents = [{ uri, text: "a question" }];
    return { ...hints, resultType: "input_required", inputRequests: { where: question }, contents };
  }
  return { ...hints, contents: [{ uri, text: `${count}` }] };
}

const tools = toolHandlers({
  announce: {
    call: ({ method, times = 1, ...params }) => {
      for (let n = 0; n < times; n += 1) announce(method, params);
      for (const goOn of held.splice(0)) goOn();
      return text("announced");
    },
  },
  counts: { call: () => text(JSON.stringify(Object.fromEntries(counts))) },
});

const counted = {
  "tools/list": ({ cursor }) => {
    const [first, second] = tools["tools/list"]().tools;
    return cursor === undefined
      ? { ...hints, tools: [first], nextCursor: "" }
      : { ...hints, tools: [second] };
  },
  "resources/list": twoPages("resources", (count, name) => ({ uri: `count:${count}`, name })),
  "resources/templates/list": twoPages("resourceTemplates", (count, name) => ({
    uriTemplate: `count:{${name}}`,
    name: `${count}`,
  })),
  "prompts/list": twoPages("prompts", (count, name) => ({ name, title: `${count}` })),
  "resources/read": readResource,
  "prompts/get": (_params, count) => ({
    ...hints,
    messages: [{ role: "user", content: { type: "text", text: `${count}` } }],
  }),
  "completion/complete": (_params, count) => ({ ...hints, completion: { values: [`${count}`] } }),
};

serve(
  {
    ...Object.fromEntries(
      Object.entries(counted).map(([method, answer]) => [
        method,
        (params, exchange) => {
          const count = (counts.get(method) ?? 0) + 1;
          counts.set(method, count);
          return answer(params, count, exchange);
        },
      ]),
    ),
    "tools/call": tools["tools/call"],
    "subscriptions/listen": ({ notifications }, exchange) => {
      subscriptions.set(exchange.id, exchange);
      exchange.signal.addEventListener("abort", () => subscriptions.delete(exchange.id));
      exchange.notify("notifications/subscriptions/acknowledged", {
        notifications,
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
