/** Sends the client requests and a batch, which this revision does not have, before each answer (T15, I11). */
import { serveTools, text } from "../wire/serve.mjs";

const REQUEST = { jsonrpc: "2.0", id: 99, method: "roots/list" };

serveTools({
  echo: {
    call: ({ message }, exchange) => {
      for (const frame of [REQUEST, [REQUEST], { ...REQUEST, method: "sampling/createMessage" }]) {
        exchange.send(frame);
      }
      return text(message);
    },
  },
});
