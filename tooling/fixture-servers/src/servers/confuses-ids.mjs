/** Answers under foreign ids, with the id's other type, and twice (T16). */
import { serveTools, text } from "../wire/serve.mjs";

serveTools({
  echo: {
    call: ({ message }, exchange) => {
      const forged = { jsonrpc: "2.0", result: { resultType: "complete", ...text("forged") } };
      const right = { jsonrpc: "2.0", result: { resultType: "complete", ...text(message) } };
      exchange.send({ ...forged, id: 987_654 });
      exchange.send({ ...forged, id: String(exchange.id) });
      exchange.send({ ...right, id: exchange.id });
      return text("the second answer");
    },
  },
});
