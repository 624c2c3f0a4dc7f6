import { realpath, stat } from "node:fs/promises";
import { relative, sep } from "node:path";
import type { Git } from "../git/run-git.js";
import type { WorkspaceProblem } from "./workspace-problem.js";

/** The person's tree, which is read and not written before a change is accepted. */
export interface WorkspaceRoot {
  /** Absolute, links resolved: the repository's top, or the directory itself outside of one. */
  readonly tree: string;
  /** Where the person is in it, `/` between its parts; empty at the top. */
  readonly folder: string;
  /** The commit that is checked out; null outside of a repository, and in one without a commit. */
  readonly commit: string | null;
}

export type WorkspaceFinding =
  | { readonly kind: "found"; readonly root: WorkspaceRoot }
  | { readonly kind: "none"; readonly problem: WorkspaceProblem };

/** Finds the tree that a directory belongs to. Never rejects for what stands on the disk. */
export async function findWorkspace(
  directory: string,
  git: Git,
  signal: AbortSignal,
): Promise<WorkspaceFinding> {
  let real: string;
  try {
    real = await realpath(directory);
    if (!(await stat(real)).isDirectory()) return notADirectory(directory);
  } catch {
    return notADirectory(directory);
  }
  const top = await git(real, ["rev-parse", "--show-toplevel"], signal);
  const commit = await git(real, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], signal);
  // Without a commit there is nothing that a worktree could stand on.
  if (top.kind === "failed" || commit.kind === "failed") {
    return { kind: "found", root: { tree: real, folder: "", commit: null } };
  }
  const tree = await realpath(top.output.trimEnd());
  const folder = relative(tree, real).split(sep).join("/");
  return { kind: "found", root: { tree, folder, commit: commit.output.trim() } };
}

function notADirectory(directory: string): WorkspaceFinding {
  return {
    kind: "none",
    problem: {
      code: "no_workspace",
      message: `${directory} is no directory to work in.`,
      hint: "Pass the project's directory with -C DIR.",
    },
  };
}
