/**
 * HTTP only. Discovers and lists properly; then each tool ends its stream in another wrong way (report 14): `after_headers`,
 * `half_event`, `after_progress` cut the socket, `clean_end` ends the stream without a response.
 */
import { never, serveTools } from "../wire/serve.mjs";

const KEEP_ALIVE = ": ping\n\n";

serveTools({
  after_headers: { call: (_arguments, exchange) => dropAfter(exchange, KEEP_ALIVE) },
  half_event: { call: (_arguments, exchange) => dropAfter(exchange, 'data: {"jsonrpc":"2.0",') },
  after_progress: {
    call: (_arguments, exchange, params) => {
      const { progressToken = 0 } = params._meta;
      exchange.notify("notifications/progress", { progressToken, progress: 1 });
      return dropAfter(exchange, KEEP_ALIVE);
    },
  },
  clean_end: {
    call: (_arguments, exchange) => {
      exchange.raw(KEEP_ALIVE);
      exchange.end();
      return never();
    },
  },
});

function dropAfter(exchange, bytes) {
  exchange.raw(bytes);
  setTimeout(() => exchange.drop(), 50);
  return never();
}
