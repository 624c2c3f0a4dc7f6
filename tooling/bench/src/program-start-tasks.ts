import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Bench } from "tinybench";

/** Seen from this package's own dist folder. */
const PROGRAM = fileURLToPath(new URL("../../../apps/cli/dist/main.js", import.meta.url));

/** What a person waits for before anything happens; bare Node is the floor. */
export function addProgramStartTasks(bench: Bench): void {
  bench.add("start: bare node", () => {
    execFileSync(process.execPath, ["-e", "0"]);
  });
  bench.add("start: perspt --version", () => {
    execFileSync(process.execPath, [PROGRAM, "--version"]);
  });
  bench.add("start: perspt --help", () => {
    execFileSync(process.execPath, [PROGRAM, "--help"]);
  });
}
