import { ToolProblem } from "../tool-problem.js";
import { type FileSnapshot, inParent, isUntouched } from "./file-content.js";
import type { OpenDirectory } from "./open-directory.js";
import { standingAt } from "./open-file.js";
import type { TreePath } from "./tree-path.js";

/** Works in the directory of a place. Rejects with a `ToolProblem` where that is gone. */
export async function inPlace(
  root: string,
  path: TreePath,
  work: (directory: OpenDirectory, name: string) => Promise<void>,
): Promise<void> {
  const end = await inParent<"done" | "absent">(root, path, "absent", async (directory, name) => {
    await work(directory, name);
    return "done";
  });
  if (end === "absent") throw changedMeanwhile(path);
}

/** Rejects with a `ToolProblem` unless the place is as it was looked at, and its directory where it was. */
export async function requireAsItWas(
  directory: OpenDirectory,
  name: string,
  path: TreePath,
  before: FileSnapshot | null,
): Promise<void> {
  await requireInPlace(directory);
  const now = await standingAt(directory, name, path.text);
  if (before === null) {
    if (now.kind !== "nothing")
      throw new ToolProblem(`${path.text} exists, and was not overwritten.`);
  } else if (now.kind !== "file" || !isUntouched(before.status, now.status)) {
    throw changedMeanwhile(path);
  }
}

export async function requireInPlace(directory: OpenDirectory): Promise<void> {
  if (await directory.isInPlace()) return;
  throw new ToolProblem(
    `${directory.text} was moved or replaced in the meantime. Nothing was changed; look again.`,
  );
}

function changedMeanwhile({ text }: TreePath): ToolProblem {
  return new ToolProblem(
    `${text} was changed by something else in the meantime. Nothing was changed; read it again.`,
  );
}
