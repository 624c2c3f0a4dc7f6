/** Names the client's own request as cancelled, which only a subscription's may be, and then answers it all the same (C2). */
import { serveTools, text } from "../wire/serve.mjs";

serveTools({
  work: {
    call: async (_arguments, exchange) => {
      exchange.notify("notifications/cancelled", { requestId: exchange.id, reason: "no" });
      await new Promise((resolve) => setTimeout(resolve, 100));
      return text("done");
    },
  },
});
