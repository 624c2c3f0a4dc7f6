import type { ChildProcess } from "node:child_process";

/** How long a group may take to end by itself, in milliseconds. */
const PATIENCE_MS = 1_000;

/**
 * Ends a detached child and everything that it started: asks first, and then does not. Returns at once. On a system without process groups
 * only the child itself is ended.
 */
export function endGroup(child: ChildProcess): void {
  if (!signalGroup(child, "SIGTERM")) return;
  setTimeout(() => killGroup(child), PATIENCE_MS).unref();
}

/** Ends at once what a child has left behind. */
export function killGroup(child: ChildProcess): void {
  signalGroup(child, "SIGKILL");
}

/** Whether anybody was there to be told. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): boolean {
  if (child.pid === undefined) return false;
  try {
    return process.platform === "win32" ? child.kill(signal) : process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}
