/**
 * Lists the tool definitions of `--catalog FILE`, a JSON array that is read for every list, and tells its subscribers whenever that file
 * changes. Every tool appends its name to `--effects FILE`; its arguments may ask for more: `milliseconds` to answer late, `together` to
 * answer only when that many such calls are waiting, `announce` to tell that many changes first, `exit` to end without an answer.
 */
import { appendFileSync, readFileSync, watchFile } from "node:fs";
import { never, optionValue, SUBSCRIPTION_ID_KEY, serve, text } from "../wire/serve.mjs";

const catalog = optionValue("--catalog");
const effects = optionValue("--effects");

/** What lets each call that waits for others go on. */
const waiting = [];

function meet(count) {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === count) for (const release of waiting.splice(0)) release();
  });
}

/** Open subscriptions: id to exchange. */
const subscriptions = new Map();

function announce() {
  for (const [id, exchange] of subscriptions) {
    const _meta = { [SUBSCRIPTION_ID_KEY]: id };
    exchange.notify("notifications/tools/list_changed", { _meta });
  }
}

watchFile(catalog, { interval: 20 }, announce);

serve(
  {
    "tools/list": () => {
      if (effects !== undefined) appendFileSync(effects, "tools/list\n");
      return { tools: JSON.parse(readFileSync(catalog, "utf8")) };
    },
    "tools/call": async ({ name, arguments: values = {} }, exchange) => {
      if (effects !== undefined) appendFileSync(effects, `${name}\n`);
      for (let count = 0; count < (values.announce ?? 0); count += 1) announce();
      if (values.exit) {
        exchange.drop();
        return never();
      }
      if (values.together !== undefined) await meet(values.together);
      await new Promise((resolve) => setTimeout(resolve, values.milliseconds ?? 0));
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
