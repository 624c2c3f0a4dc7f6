/**
 * Tells more than it was asked. `progress {values, more?}` reports its progress with each value in turn under the token that it was
 * given, with what `more` adds; `finished` reports progress of the call before it; `strangers` under tokens that nobody gave; `logs
 * {count, data}` sends as many logs.
 */
import { serveTools, text } from "../wire/serve.mjs";

let lastToken;

function tokenOf(params) {
  const earlier = lastToken;
  lastToken = params._meta.progressToken;
  return { progressToken: lastToken, earlier };
}

serveTools({
  progress: {
    call: ({ values, more = {} }, exchange, params) => {
      const { progressToken } = tokenOf(params);
      for (const progress of values) {
        exchange.notify("notifications/progress", { progressToken, progress, ...more });
      }
      return text("done");
    },
  },
  flood: {
    call: ({ count }, exchange, params) => {
      const { progressToken } = tokenOf(params);
      for (let progress = 1; progress <= count; progress += 1) {
        exchange.notify("notifications/progress", { progressToken, progress, total: count });
      }
      return text("done");
    },
  },
  finished: {
    call: (_arguments, exchange, params) => {
      const { earlier } = tokenOf(params);
      exchange.notify("notifications/progress", { progressToken: earlier, progress: 99 });
      return text("done");
    },
  },
  strangers: {
    call: (_arguments, exchange) => {
      for (const progressToken of ["progress-999", 1, null, undefined, {}, ["progress-1"]]) {
        exchange.notify("notifications/progress", { progressToken, progress: 1 });
      }
      return text("done");
    },
  },
  logs: {
    call: ({ count, data }, exchange) => {
      for (let n = 0; n < count; n += 1) {
        exchange.notify("notifications/message", { level: "error", logger: "db", data });
      }
      return text("done");
    },
  },
});
