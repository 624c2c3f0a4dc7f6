import { chmod, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { digestBytes } from "@perspt/json";
import type { ChangeNotes } from "./change-notes.js";
import { shownPath, statusOf } from "./tree-paths.js";

export interface Replacement {
  readonly root: string;
  /** Absolute, from `writablePlace`. */
  readonly place: string;
  /** What was read there; null where there is no file. */
  readonly before: Buffer | null;
  readonly after: Buffer;
  readonly call: string;
  readonly notes: ChangeNotes;
}

/** Puts a file's new content in place in one step, once the change has been noted. The mode stays. Rejects with the system's error. */
export async function replaceFile(replacement: Replacement): Promise<void> {
  const { root, place, before, after, call, notes } = replacement;
  const status = await statusOf(place);
  await mkdir(dirname(place), { recursive: true });
  const temporary = join(dirname(place), `.perspt-${digestBytes(call).slice(7, 23)}.tmp`);
  try {
    await writeFile(temporary, after, { flag: "w" });
    if (status !== null) await chmod(temporary, status.mode & 0o777);
    await notes.note(call, {
      kind: "content",
      path: shownPath(root, place),
      before: before === null ? null : digestBytes(before),
      after: digestBytes(after),
    });
    await rename(temporary, place);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
