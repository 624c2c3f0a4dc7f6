import { lstat, realpath, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
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
  /** Whether git knows which of its files are ignored. */
  readonly isRepository: boolean;
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
  const tree = await repositoryAbove(real);
  const top = await git(real, ["rev-parse", "--show-toplevel"], signal);
  // A repository's configuration may say that its files lie elsewhere: that is not where the person is.
  if (tree === null || top.kind === "failed" || top.output !== `${tree}\n`) {
    return { kind: "found", root: { tree: real, folder: "", commit: null, isRepository: false } };
  }
  const head = await git(real, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], signal);
  const commit = head.kind === "failed" ? null : head.output.trim();
  const folder = relative(tree, real).split(sep).join("/");
  return { kind: "found", root: { tree, folder, commit, isRepository: true } };
}

/** The nearest directory, from this one upwards, that holds a `.git`. */
async function repositoryAbove(directory: string): Promise<string | null> {
  const status = await lstat(join(directory, ".git")).catch(() => null);
  if (status !== null) return directory;
  const above = dirname(directory);
  return above === directory ? null : await repositoryAbove(above);
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
