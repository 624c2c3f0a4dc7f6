import { setTimeout as pause } from "node:timers/promises";
import { systemCode } from "../system-code.js";
import { hasLivingMember } from "./living-members.js";

/** The groups that this process started and that may still live. */
const liveGroups = new Set<number>();

/** How long a group gets between the request to terminate and the kill, in milliseconds. */
export const TERMINATE_GRACE = 1000;
/** How long a kill may take to show, in milliseconds. */
const KILL_GRACE = 500;

const POLL_INTERVAL = 15;

/**
 * A command and the processes that it started, by the id of the group that it leads. Once the group was seen empty it is never signalled
 * again: its number may by then belong to a stranger. A process that made itself a group of its own is not reached.
 */
export interface CommandGroup {
  /** SIGTERM, then SIGKILL to what is left after the grace. Resolves when the group is empty, or when no signal helps; never rejects. */
  end(): Promise<void>;
}

export function adoptGroup(leader: number): CommandGroup {
  liveGroups.add(leader);
  const send = (signal: "SIGTERM" | "SIGKILL" | 0): boolean => {
    if (liveGroups.has(leader) && !sendToGroup(leader, signal)) liveGroups.delete(leader);
    return liveGroups.has(leader);
  };
  const isGoneWithin = async (milliseconds: number): Promise<boolean> => {
    const deadline = performance.now() + milliseconds;
    while (send(0)) {
      if (!(await hasLivingMember(leader))) {
        // For one that was started while its parent, which was looked at first, ended.
        send("SIGKILL");
        liveGroups.delete(leader);
        return true;
      }
      if (performance.now() >= deadline) return false;
      await pause(POLL_INTERVAL);
    }
    return true;
  };
  return {
    async end() {
      if (!send("SIGTERM") || (await isGoneWithin(TERMINATE_GRACE))) return;
      send("SIGKILL");
      await isGoneWithin(KILL_GRACE);
      liveGroups.delete(leader);
    },
  };
}

/**
 * Kills every command that runs, at once and synchronously: the last resort of an application that ends without waiting for them. Made
 * for `process.on("exit", …)`, which only applications may use.
 */
export function killRemainingCommands(): void {
  for (const leader of liveGroups) sendToGroup(leader, "SIGKILL");
  liveGroups.clear();
}

/** False when the group has no process left. */
function sendToGroup(leader: number, signal: "SIGTERM" | "SIGKILL" | 0): boolean {
  try {
    process.kill(-leader, signal);
    return true;
  } catch (error) {
    // EPERM: a descendant changed its user; it lives, and is out of reach.
    return systemCode(error) === "EPERM";
  }
}
