import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Git } from "../git/run-git.js";

/** Folders that a package manager or a tool makes again: never a part of a change. */
export const MADE_FOLDERS: ReadonlySet<string> = new Set([
  ".git",
  "node_modules",
  ".venv",
  "venv",
  "__pycache__",
  ".pytest_cache",
  ".mypy_cache",
  ".ruff_cache",
  ".tox",
]);

/** What a verifier cannot do without: copied beside the files, and never looked at. */
export const DEPENDENCY_FOLDERS: ReadonlySet<string> = new Set(["node_modules", ".venv", "venv"]);

/**
 * The paths of a tree's own files, links included. With git, in a repository: what is tracked, and what is new and not ignored. Elsewhere: every
 * file outside of the folders that tools make. Rejects where the tree cannot be read.
 */
export async function listFiles(
  tree: string,
  git: Git | null,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (git !== null) {
    const listed = await git(
      tree,
      ["ls-files", "--cached", "--others", "--exclude-standard", "-z"],
      signal,
    );
    if (listed.kind === "failed") throw new Error(listed.message);
    const names = listed.output.split("\0").filter((name) => name !== "");
    return [...new Set(names)].filter((name) => !isMade(name)).sort();
  }
  const files: string[] = [];
  await walk(tree, "", (path) => files.push(path), signal);
  return files.sort();
}

function isMade(path: string): boolean {
  return path.split("/").some((part) => MADE_FOLDERS.has(part));
}

async function walk(
  tree: string,
  folder: string,
  found: (path: string) => void,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const entries = await readdir(join(tree, folder), { withFileTypes: true });
  for (const entry of entries) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!MADE_FOLDERS.has(entry.name)) await walk(tree, path, found, signal);
    } else if (entry.isFile() || entry.isSymbolicLink()) found(path);
  }
}

/** Dependency folders anywhere in the tree, but not those within another. */
export async function findDependencyFolders(
  tree: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    signal.throwIfAborted();
    for (const entry of await readdir(join(tree, folder), { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (DEPENDENCY_FOLDERS.has(entry.name)) found.push(path);
      else if (!MADE_FOLDERS.has(entry.name)) await visit(path);
    }
  };
  await visit("");
  return found;
}
