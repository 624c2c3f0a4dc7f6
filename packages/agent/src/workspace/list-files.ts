import type { Dirent } from "node:fs";
import { lstat, readdir, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
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
 * The paths of a tree's own files, links included. With git, at a repository's top: what is tracked, and what is new and not ignored, also in
 * repositories within it. Elsewhere: every file outside of the folders that tools make. Rejects where the tree cannot be read.
 */
export async function listFiles(
  tree: string,
  git: Git | null,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (git === null) {
    const files: string[] = [];
    await walk(tree, "", (path) => files.push(path), signal);
    return files.sort();
  }
  const ask = async (...which: readonly string[]): Promise<readonly string[]> => {
    const words = [`--work-tree=${tree}`, "ls-files", "-z", ...which];
    const listed = await git(tree, words, signal);
    if (listed.kind === "failed") throw new Error(listed.message);
    return listed.output.split("\0").filter((name) => name !== "");
  };
  const tracked = (await ask("--stage")).map(readStaged);
  const others = await ask("--others", "--exclude-standard");
  const nested = [
    ...tracked.flatMap(({ mode, path }) => (mode === GITLINK ? [path] : [])),
    ...others.flatMap((path) => (path.endsWith("/") ? [path.slice(0, -1)] : [])),
  ];
  const files = [...tracked.map(({ path }) => path), ...others].filter(
    (path) => !path.endsWith("/") && !nested.includes(path) && !isMade(path),
  );
  for (const folder of new Set(nested.filter((path) => !isMade(path)))) {
    files.push(...(await listNested(tree, folder, git, signal)));
  }
  return (await withinTree(tree, [...new Set(files)])).toSorted();
}

/**
 * Those of these paths that lead to a place in the tree: an index that was tampered with names others, and a folder can have become a link.
 * `tree` is absolute, links resolved.
 */
export async function withinTree(
  tree: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  const folders = new Map<string, boolean>();
  for (const folder of new Set(paths.map((path) => dirname(path)))) {
    const place = join(tree, folder);
    const isPlain = folder === "." || folder.split("/").every(isPlainPart);
    folders.set(folder, isPlain && (await realpath(place).catch(() => place)) === place);
  }
  return paths.filter(
    (path) => isPlainPart(basename(path)) && !path.startsWith("/") && folders.get(dirname(path)),
  );
}

function isPlainPart(part: string): boolean {
  return part !== "" && part !== "." && part !== "..";
}

/** The mode of a commit of another repository, as git writes it. */
const GITLINK = "160000";

function readStaged(entry: string): { readonly mode: string; readonly path: string } {
  return { mode: entry.slice(0, GITLINK.length), path: entry.slice(entry.indexOf("\t") + 1) };
}

/** The files of a repository within the tree, such as a submodule; in a candidate it is a plain folder. */
async function listNested(
  tree: string,
  folder: string,
  git: Git,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const directory = join(tree, folder);
  const status = await lstat(directory).catch(() => null);
  if (status?.isDirectory() !== true) return [];
  const own = await lstat(join(directory, ".git")).catch(() => null);
  const files = await listFiles(directory, own === null ? null : git, signal);
  return files.map((path) => `${folder}/${path}`);
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

/** None of a folder that may not be read: what is ignored, such as a database's files, can belong to somebody else. */
function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

/** Dependency folders anywhere in the tree, but not those within another. */
export async function findDependencyFolders(
  tree: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    signal.throwIfAborted();
    for (const entry of await entriesOf(join(tree, folder))) {
      if (!entry.isDirectory()) continue;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (DEPENDENCY_FOLDERS.has(entry.name)) found.push(path);
      else if (!MADE_FOLDERS.has(entry.name)) await visit(path);
    }
  };
  await visit("");
  return found;
}
