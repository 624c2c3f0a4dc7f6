import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Longer than anything here takes; only a failing test waits so long. */
const PATIENCE_MS = 15_000;

/** Resolves once the condition holds; rejects when it does not come to hold. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
    await sleep(20);
  }
}

/** Ids of the live processes, zombies left out, whose command line holds a text. Reads /proc. */
export function processesWith(text: string): readonly number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid > 0 && commandLineOf(pid).includes(text));
}

/** Whether a process runs; one that only waits to be reaped does not. */
export function isAlive(pid: number): boolean {
  return commandLineOf(pid) !== "";
}

function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
