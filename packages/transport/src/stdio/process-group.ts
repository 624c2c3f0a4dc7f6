/** The groups that this process started and that may still live. */
const liveGroups = new Set<number>();

/** A process and its descendants, by the id of the group that it leads (T10). POSIX only. */
export interface ProcessGroup {
  signal(name: "SIGTERM" | "SIGKILL"): void;
  isAlive(): boolean;
}

/**
 * Takes charge of the group led by `leader`. Once the group was seen empty it is never signalled again: its number may by
 * then belong to a stranger.
 */
export function adoptProcessGroup(leader: number): ProcessGroup {
  liveGroups.add(leader);
  return {
    signal(name) {
      if (liveGroups.has(leader) && !sendToGroup(leader, name)) liveGroups.delete(leader);
    },
    isAlive() {
      if (liveGroups.has(leader) && !sendToGroup(leader, 0)) liveGroups.delete(leader);
      return liveGroups.has(leader);
    },
  };
}

/**
 * Kills every process group that a transport of this process started, at once and synchronously: the last resort of an
 * application that ends without closing its transports. Made for `process.on("exit", …)`, which only applications may use.
 */
export function killRemainingPrograms(): void {
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
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
