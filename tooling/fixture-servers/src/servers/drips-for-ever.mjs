/** HTTP only. Answers calls with keep-alive comments, and `progress` with progress, without end (T27, H17). */
import { never, serveTools } from "../wire/serve.mjs";

serveTools({
  keep_alive: { call: (_arguments, exchange) => repeat(exchange, () => exchange.raw(": ping\n")) },
  progress: {
    call: (_arguments, exchange, params) => {
      const { progressToken = 0 } = params._meta;
      let progress = 0;
      return repeat(exchange, () => {
        progress += 1;
        exchange.notify("notifications/progress", { progressToken, progress });
      });
    },
  },
});

function repeat(exchange, write) {
  const timer = setInterval(() => write(), 10);
  exchange.signal.addEventListener("abort", () => clearInterval(timer));
  return never();
}
