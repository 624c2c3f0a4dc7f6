/** `record-stdin.mjs LOGFILE -- program arguments…`: runs the program and keeps every byte that its standard input was sent. */
import { spawn } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";

const [log, separator, program, ...programArguments] = process.argv.slice(2);
if (log === undefined || separator !== "--" || program === undefined) {
  process.stderr.write("usage: record-stdin.mjs LOGFILE -- program arguments…\n");
  process.exit(2);
}
writeFileSync(log, "");
const child = spawn(program, programArguments, { stdio: ["pipe", "inherit", "inherit"] });
process.stdin.on("data", (bytes) => {
  appendFileSync(log, bytes);
  child.stdin.write(bytes);
});
process.stdin.on("end", () => child.stdin.end());
child.stdin.on("error", () => {});
child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
