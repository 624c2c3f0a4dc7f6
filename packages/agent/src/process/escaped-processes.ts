import { readdir, readFile } from "node:fs/promises";

/** Processes that are started while others are looked at are found by the next look; more looks than that help nobody. */
const MAX_LOOKS = 10;

/** The variable by which a command's processes are known, whatever groups and sessions they made themselves. */
export const MARK_VARIABLE = "COMMAND_RUN_ID";

/**
 * Kills every process whose environment bears the mark: what a command started and what left its process group. Only Linux shows
 * environments; elsewhere, and where a process took another environment or another user, it is out of reach.
 */
export async function killMarked(mark: string): Promise<void> {
  if (process.platform !== "linux") return;
  const entry = Buffer.from(`\0${MARK_VARIABLE}=${mark}\0`);
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const found = await findMarked(entry);
    if (found.length === 0) return;
    for (const id of found) {
      try {
        process.kill(id, "SIGKILL");
      } catch {} // It has ended since.
    }
  }
}

async function findMarked(entry: Buffer): Promise<readonly number[]> {
  const names = await readdir("/proc").catch(() => []);
  const ids = names.filter((name) => /^\d+$/.test(name));
  const marked = await Promise.all(
    ids.map(async (id) => {
      try {
        const environment = await readFile(`/proc/${id}/environ`);
        const isMarked = Buffer.concat([Buffer.from("\0"), environment]).includes(entry);
        return isMarked ? [Number(id)] : [];
      } catch {
        return []; // Another user's, or gone.
      }
    }),
  );
  return marked.flat();
}
