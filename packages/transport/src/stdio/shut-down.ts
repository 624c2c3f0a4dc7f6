import type { TransportClock } from "../shared/clock.js";
import type { RunningProgram } from "./spawn-port.js";

/** How long a program gets to end after its input was closed, in milliseconds. */
export const INPUT_END_GRACE = 500;
/** How long it gets after the request to terminate, in milliseconds. */
export const TERMINATE_GRACE = 1000;
/** How long a kill may take to show, in milliseconds; with the other two this stays under the two seconds of I7 and T10. */
export const KILL_GRACE = 300;

const POLL_INTERVAL = 20;

/** `polite` closes the input first; `at_once` is for a program that broke the rules. */
export type ShutdownManner = "polite" | "at_once";

/**
 * Ends a program and all that it started: end of input, then SIGTERM, then SIGKILL, each only while something is left (I7).
 * Resolves within the three graces; never rejects.
 */
export async function shutDown(
  program: RunningProgram,
  manner: ShutdownManner,
  clock: TransportClock,
): Promise<void> {
  program.endInput();
  if (manner === "polite" && (await isGoneWithin(program, INPUT_END_GRACE, clock))) return;
  program.signal("SIGTERM");
  if (await isGoneWithin(program, TERMINATE_GRACE, clock)) return;
  program.signal("SIGKILL");
  await isGoneWithin(program, KILL_GRACE, clock);
}

async function isGoneWithin(
  program: RunningProgram,
  milliseconds: number,
  clock: TransportClock,
): Promise<boolean> {
  for (let waited = 0; program.isAlive(); waited += POLL_INTERVAL) {
    if (waited >= milliseconds) return false;
    await new Promise<void>((resolve) => {
      clock.schedule(POLL_INTERVAL, resolve);
    });
  }
  return true;
}
