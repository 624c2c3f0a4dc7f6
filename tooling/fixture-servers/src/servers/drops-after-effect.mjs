/** Appends a line to `--effects FILE`, then ends the connection without an answer (report 21). */
import { appendFileSync } from "node:fs";
import { never, optionValue, serveTools } from "../wire/serve.mjs";

const effects = optionValue("--effects");

serveTools({
  count: {
    call: (_arguments, exchange) => {
      appendFileSync(effects, "counted\n");
      exchange.drop();
      return never();
    },
  },
});
