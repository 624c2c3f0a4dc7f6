/**
 * Pours `bytes` bytes into a channel and then answers, if it can: `pour {channel, bytes}`. It writes no faster than it is read. Channels:
 * `line`, one line without end; `object`, one that looks like an answer; `lines`, junk; `notifications`, lines or events in good order;
 * `stderr`; `body`, a JSON body; `event`, one event without end; `comments`, keep-alives; `subscription`, changes on what is listened to
 * (S3, T11, T13, T14, T26, T27, T70).
 */
import { never, SUBSCRIPTION_ID_KEY, serve, text, toolHandlers } from "../wire/serve.mjs";

const PIECE = 64 * 1024;
let subscription = null;
let poured = 0;

const notification = (method, params) => ({ jsonrpc: "2.0", method, params });
const framed = (message, exchange) =>
  Buffer.from(Object.keys(exchange.headers).length === 0 ? `${message}\n` : `data: ${message}\n\n`);

/** What each channel is filled with: a beginning, and what is repeated. */
const CHANNELS = {
  line: () => ["", "x"],
  object: (exchange) => [
    `{"jsonrpc":"2.0","id":${JSON.stringify(exchange.id)},"result":{"a":"`,
    "x",
  ],
  lines: () => ["", "debug: a line of a log\n"],
  notifications: (exchange, { progressToken = 0 }) => [
    "",
    framed(
      JSON.stringify(notification("notifications/progress", { progressToken, progress: 1 })),
      exchange,
    ),
  ],
  body: () => ['{"jsonrpc":"2.0","result":{"a":"', "x"],
  event: () => ["data: ", "x"],
  comments: () => ["", ": ping\n"],
};

const tools = toolHandlers({
  pour: {
    call: async ({ channel, bytes }, exchange, { _meta }) => {
      poured = 0;
      if (channel === "stderr") {
        await pour(bytes, ["", "a line of a log\n"], (piece) => written(process.stderr, piece));
      } else if (channel === "subscription") {
        if (subscription === null) return text("nobody listens");
        const params = { uri: "poured:1", _meta: { [SUBSCRIPTION_ID_KEY]: subscription.id } };
        const event = framed(
          JSON.stringify(notification("notifications/resources/updated", params)),
          subscription,
        );
        // Beside the answer, which comes at once.
        void pour(bytes, ["", event], (piece) => subscription.raw(piece));
      } else {
        const type = channel === "body" ? "application/json" : undefined;
        await pour(bytes, CHANNELS[channel](exchange, _meta), (piece) => exchange.raw(piece, type));
      }
      return channel === "stderr" || channel === "subscription" ? text("poured") : never();
    },
  },
  poured: { call: () => text(poured) },
});

serve(
  {
    ...tools,
    "resources/list": () => ({ resources: [] }),
    "subscriptions/listen": ({ notifications }, exchange) => {
      subscription = exchange;
      const _meta = { [SUBSCRIPTION_ID_KEY]: exchange.id };
      exchange.notify("notifications/subscriptions/acknowledged", { notifications, _meta });
      return never();
    },
  },
  { capabilities: { tools: {}, resources: { subscribe: true } } },
);

async function pour(bytes, [beginning, repeated], write) {
  await write(Buffer.from(beginning));
  const unit = Buffer.from(repeated);
  const piece = Buffer.alloc(Math.ceil(PIECE / unit.length) * unit.length, unit);
  for (; poured < bytes; poured += piece.length) {
    await write(piece);
    // Pipes are written to synchronously: without a pause nothing else would be read.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function written(stream, piece) {
  return new Promise((resolve) => stream.write(piece, resolve));
}
