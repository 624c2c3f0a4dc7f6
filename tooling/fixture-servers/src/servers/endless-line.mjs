/** Answers a call with `--bytes N` of one line that never ends, no JSON unless `--prefix TEXT` makes it look so (T13). */
import { never, optionValue, serveTools } from "../wire/serve.mjs";

const bytes = Number(optionValue("--bytes") ?? 40 * 1024 * 1024);
const prefix = optionValue("--prefix") ?? "";

serveTools({
  flood: {
    call: (_arguments, exchange) => {
      exchange.raw(prefix);
      const part = Buffer.alloc(64 * 1024, "x");
      for (let written = 0; written < bytes; written += part.length) exchange.raw(part);
      return never();
    },
  },
});
