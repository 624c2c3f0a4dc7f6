/** An old server that ends itself on the first method that it does not know (report 5). */
import { createInterface } from "node:readline";

createInterface({ input: process.stdin }).on("line", (line) => {
  const { method } = JSON.parse(line);
  process.stderr.write(`fatal: unexpected method ${method}\n`);
  process.exitCode = 1;
  process.stdin.destroy();
});
