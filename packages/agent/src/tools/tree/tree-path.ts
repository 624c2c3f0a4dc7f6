import { isWithin, readPath } from "@perspt/kernel";
import { ToolProblem } from "../tool-problem.js";

/** A place in the tree, as segments from its root; none for the root itself. */
export interface TreePath {
  readonly segments: readonly string[];
  /** The segments with `/` between them; `.` for the root. */
  readonly text: string;
}

/** A path argument as it was read. */
export interface PathArgument extends TreePath {
  /** Absolute directories that a later `..` left again. Where one is a link, the file system goes elsewhere than the text says (T73). */
  readonly crossed: readonly string[];
}

/** Reads a path argument as the kernel does, and again refuses what leads out of the tree or into git's own directory. */
export function readTreePath(text: string, root: string): PathArgument {
  const reading = readPath(text, root);
  if (reading.kind === "unreadable") {
    throw new ToolProblem(`The path ${JSON.stringify(text)} ${reading.because}.`);
  }
  if (!isWithin(reading.path, root)) {
    throw new ToolProblem(`The path ${JSON.stringify(text)} is outside the workspace.`);
  }
  return { ...treePathOf(reading.path, root), crossed: reading.crossed };
}

/** The place of a normalised absolute path that lies in the tree. */
export function treePathOf(path: string, root: string): TreePath {
  const segments = path
    .slice(root.length)
    .split("/")
    .filter((segment) => segment !== "");
  const own = segments.find(isGitDirectory);
  if (own !== undefined) {
    throw new ToolProblem(
      `${segments.join("/")} belongs to git; use the git tools to read history.`,
    );
  }
  return { segments, text: segments.length === 0 ? "." : segments.join("/") };
}

export function childOf(parent: TreePath, name: string): TreePath {
  const segments = [...parent.segments, name];
  return { segments, text: segments.join("/") };
}

export function parentOf({ segments }: TreePath): TreePath {
  const above = segments.slice(0, -1);
  return { segments: above, text: above.length === 0 ? "." : above.join("/") };
}

/** Compared as the most forgiving file system would, and Windows' short name of it. */
export function isGitDirectory(name: string): boolean {
  const folded = name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase();
  return folded === ".git" || folded === "git~1";
}
