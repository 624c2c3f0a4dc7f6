import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

/** Seen from this package's own dist folder. */
const PROGRAM = fileURLToPath(
  new URL("../../fixture-servers/src/servers/lean.mjs", import.meta.url),
);

/** The command that serves on its pipes. */
export const LEAN_SERVER: readonly [string, ...string[]] = [process.execPath, PROGRAM];

export type PipedProcess = ChildProcessByStdio<Writable, Readable, null>;

export function spawnPiped([program, ...programArguments]: readonly [
  string,
  ...string[],
]): PipedProcess {
  return spawn(program, programArguments, { stdio: ["pipe", "pipe", "inherit"] });
}

/** The same server on a loopback port. It ends with this process at the latest. */
export async function startLeanServer(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const [program, ...programArguments] = LEAN_SERVER;
  const child = spawnPiped([program, ...programArguments, "--http"]);
  for await (const line of createInterface({ input: child.stdout })) {
    const announced: unknown = JSON.parse(line);
    if (typeof announced !== "object" || announced === null || !("listening" in announced)) break;
    return {
      url: String(announced.listening),
      async stop() {
        const exit = once(child, "exit");
        child.stdin.end();
        await exit;
      },
    };
  }
  throw new Error("the server did not say where it listens");
}
