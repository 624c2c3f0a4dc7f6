import { readdir, readFile } from "node:fs/promises";

/**
 * Whether a process group has a member that still runs. In a container nobody may collect the exit of an orphan: such a process has ended,
 * and yet keeps its group's number. Only Linux tells; elsewhere the answer is yes.
 */
export async function hasLivingMember(group: number): Promise<boolean> {
  if (process.platform !== "linux") return true;
  let names: readonly string[];
  try {
    names = await readdir("/proc");
  } catch {
    return true;
  }
  const states = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((id) => stateIn(id, group)),
  );
  return states.some((state) => state !== null && state !== "Z" && state !== "X");
}

/** The state of a process that is in the group; null of any other, and of one that is gone. */
async function stateIn(id: string, group: number): Promise<string | null> {
  try {
    const line = await readFile(`/proc/${id}/stat`, "utf8");
    // The second field is the program's name in parentheses, which may hold any character.
    const [state = "", , member] = line.slice(line.lastIndexOf(")") + 2).split(" ");
    return Number(member) === group ? state : null;
  } catch {
    return null;
  }
}
