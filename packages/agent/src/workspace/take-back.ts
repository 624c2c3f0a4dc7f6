import { chmod, copyFile, mkdir, rename, rmdir, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileChange } from "./file-change.js";

/** Something that was done to the person's tree. */
export type Step =
  | { readonly kind: "folder"; readonly path: string }
  /** `mode`: of the file that was there. */
  | { readonly kind: "file"; readonly change: FileChange; readonly mode: number | null };

/** Undoes steps, the last one first; resolves with the paths of those that could not be undone. Never rejects. */
export async function takeBack(
  steps: readonly Step[],
  { target, base, mark }: { readonly target: string; readonly base: string; readonly mark: string },
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const step of steps.toReversed()) {
    const path = step.kind === "folder" ? step.path : step.change.path;
    const file = join(target, path);
    try {
      if (step.kind === "folder") await rmdir(file);
      else if (step.change.before === null) await unlink(file);
      else {
        const whole = `${file}.perspt-${mark}.tmp`;
        await mkdir(dirname(file), { recursive: true });
        await copyFile(join(base, path), whole);
        if (step.mode !== null) await chmod(whole, step.mode);
        await rename(whole, file);
      }
    } catch {
      left.push(path);
    }
  }
  return left;
}
