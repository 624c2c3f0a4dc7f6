import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { systemCode } from "../../system-code.js";
import { ToolProblem } from "../tool-problem.js";
import type { OpenDirectory } from "./open-directory.js";

/** O_NONBLOCK: opening a FIFO must not wait for its writer. */
const OPEN_FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** What stands under a name, without following a link. */
export type Standing =
  | { readonly kind: "nothing" }
  | { readonly kind: "file" | "directory"; readonly status: BigIntStats };

/** Rejects with a `ToolProblem` for a link, and for devices, FIFOs and sockets, which are never opened. */
export async function standingAt(
  directory: OpenDirectory,
  name: string,
  shown: string,
): Promise<Standing> {
  let status: BigIntStats;
  try {
    status = await lstat(directory.place(name), { bigint: true });
  } catch (error) {
    if (isAbsent(error)) return { kind: "nothing" };
    throw error;
  }
  if (status.isFile()) return { kind: "file", status };
  if (status.isDirectory()) return { kind: "directory", status };
  throw notAFile(shown, status);
}

/** Opens a regular file for reading. It is looked at before it is opened, since opening a device can already do something, and after. */
export async function openFile(
  directory: OpenDirectory,
  name: string,
  shown: string,
): Promise<{ readonly handle: FileHandle; readonly status: BigIntStats }> {
  const standing = await standingAt(directory, name, shown);
  if (standing.kind === "nothing") throw new ToolProblem(`There is no ${shown}.`);
  if (standing.kind === "directory") {
    throw new ToolProblem(`${shown} is a directory. Use list for what is in it.`);
  }
  const handle = await open(directory.place(name), OPEN_FILE);
  try {
    await directory.confirmFile(name, handle);
    const status = await handle.stat({ bigint: true });
    if (!status.isFile()) throw notAFile(shown, status);
    return { handle, status };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function notAFile(shown: string, status: BigIntStats): ToolProblem {
  const what = status.isSymbolicLink()
    ? "a link"
    : status.isDirectory()
      ? "a directory"
      : status.isFIFO()
        ? "a FIFO"
        : status.isSocket()
          ? "a socket"
          : "a device";
  return new ToolProblem(`${shown} is ${what}, not a regular file.`);
}

function isAbsent(error: unknown): boolean {
  return systemCode(error) === "ENOENT";
}
