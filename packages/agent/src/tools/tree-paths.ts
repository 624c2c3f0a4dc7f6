import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, open, readdir, realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { isWithin } from "@perspt/kernel";
import { nearestWord } from "@perspt/text";
import { ToolProblem } from "./coding-tool.js";

/** Longest file that a tool reads as a whole. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;

/**
 * A path argument as an absolute path of the tree. The kernel has held it to the scope already; this holds what the file system says at the
 * moment of use: its folder, links resolved, lies in the tree. Throws a `ToolProblem`.
 */
export async function placeIn(root: string, path: string): Promise<string> {
  const place = resolve(root, path);
  const folder = place === root ? root : await realFolder(dirname(place));
  if (!isWithin(folder, root)) throw new ToolProblem(`${path} leads out of the workspace.`);
  return place === root ? root : join(folder, basename(place));
}

/** `placeIn` for a place that is written: nothing of the repository's own administration. */
export async function writablePlace(root: string, path: string): Promise<string> {
  const place = await placeIn(root, path);
  if (place === root) throw new ToolProblem(`${path} is the workspace itself.`);
  if (shownPath(root, place).split("/").includes(".git")) {
    throw new ToolProblem(`${path} belongs to the repository's own administration.`);
  }
  const status = await statusOf(place);
  if (status?.isSymbolicLink()) throw new ToolProblem(`${path} is a link; name the file itself.`);
  return place;
}

/** Relative to the tree, `/` between its parts; `.` for the tree itself. */
export function shownPath(root: string, place: string): string {
  const path = relative(root, place).split(sep).join("/");
  return path === "" ? "." : path;
}

/** Null where nothing is. */
export async function statusOf(place: string): Promise<Stats | null> {
  try {
    return await lstat(place);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}

/**
 * The bytes of a regular file, read through a handle that follows no link and waits for no pipe. Throws a `ToolProblem` for anything else,
 * with the names that come near where there is no such file.
 */
export async function readBytes(root: string, path: string, maxBytes: number): Promise<Buffer> {
  const place = await placeIn(root, path);
  const handle = await openFile(place).catch(async (error: unknown) => {
    throw await explained(error, path, place);
  });
  try {
    const status = await handle.stat();
    if (status.isDirectory())
      throw new ToolProblem(`${path} is a folder; list shows what it holds.`);
    if (!status.isFile()) throw new ToolProblem(`${path} is no regular file.`);
    if (status.size > maxBytes) {
      throw new ToolProblem(`${path} has ${status.size} bytes; at most ${maxBytes} can be read.`);
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** The text of a file. Throws a `ToolProblem` where it is none. */
export async function readText(root: string, path: string): Promise<string> {
  return decoded(await readBytes(root, path, MAX_FILE_BYTES), path);
}

export function decoded(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ToolProblem(`${path} is no UTF-8 text (${bytes.length} bytes).`);
  }
}

function openFile(place: string): Promise<FileHandle> {
  return open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
}

async function explained(error: unknown, path: string, place: string): Promise<unknown> {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ELOOP") return new ToolProblem(`${path} is a link; name the file itself.`);
  if (code === "ENXIO") return new ToolProblem(`${path} is no regular file.`);
  if (code !== "ENOENT" && code !== "ENOTDIR") return error;
  const names = await readdir(dirname(place)).catch(() => []);
  const near = nearestWord(basename(place), names);
  const suggestion = near === null ? "" : ` Did you mean ${join(dirname(path), near)}?`;
  return new ToolProblem(`There is no file ${path}.${suggestion}`);
}

/** The deepest folder of a path that exists, links resolved, with the rest behind it. */
async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    const parent = dirname(folder);
    return parent === folder ? folder : join(await realFolder(parent), basename(folder));
  }
}
