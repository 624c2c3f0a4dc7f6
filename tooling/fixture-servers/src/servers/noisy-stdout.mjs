/** Writes `--lines N` lines of junk to standard output, then serves echo (T14). */
import { optionValue } from "../wire/serve.mjs";

const lines = Number(optionValue("--lines") ?? 1000);
for (let line = 1; line <= lines; line += 1) process.stdout.write(`debug: line ${line}\n`);
await import("./echo.mjs");
