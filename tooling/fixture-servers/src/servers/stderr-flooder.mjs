/** Writes `--bytes N` to standard error, half of it without a line break, before each answer (report 2, T11). */
import { optionValue, serveTools, text } from "../wire/serve.mjs";

const bytes = Number(optionValue("--bytes") ?? 256 * 1024);
const half = Buffer.alloc(Math.ceil(bytes / 2), "e");
const lines = Buffer.alloc(Math.floor(bytes / 2), "line of a log\n");

serveTools({
  echo: {
    call: async ({ message }) => {
      await new Promise((resolve) => process.stderr.write(half, resolve));
      await new Promise((resolve) => process.stderr.write(lines, resolve));
      await new Promise((resolve) => process.stderr.write("last words 🦜\n", resolve));
      return text(message);
    },
  },
});
