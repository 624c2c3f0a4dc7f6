import { constants } from "node:fs";
import { access, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

/** Why the system did not do it, as a phrase for people. */
type Reason = { readonly reason: string };

export type FileReading =
  | { readonly kind: "read"; readonly content: Uint8Array }
  | { readonly kind: "missing" }
  | { readonly kind: "too_large" }
  | ({ readonly kind: "unreadable" } & Reason);

export type FileCreation =
  | { readonly kind: "created" }
  | { readonly kind: "exists" }
  | ({ readonly kind: "failed" } & Reason);

/** The file system as commands use it. Nothing here rejects. */
export interface Files {
  /** Reads a whole file of at most `limit` bytes. */
  read(path: string, limit: number): Promise<FileReading>;
  exists(path: string): Promise<boolean>;
  /** Creates a directory and its missing parents, for their owner alone. One that exists is left as it is. */
  createDirectory(path: string): Promise<FileCreation>;
  /** Creates a file for its owner alone, with its missing directories. Never replaces anything, nor follows a link. */
  createFile(path: string, text: string): Promise<FileCreation>;
}

const OWNER_DIRECTORY = 0o700;
const OWNER_FILE = 0o600;

export function realFiles(): Files {
  return { read, exists, createDirectory, createFile };
}

async function read(path: string, limit: number): Promise<FileReading> {
  try {
    const file = await open(path, "r");
    try {
      const buffer = new Uint8Array(limit + 1);
      let length = 0;
      while (length <= limit) {
        const { bytesRead } = await file.read(buffer, length, buffer.length - length, null);
        if (bytesRead === 0) return { kind: "read", content: buffer.slice(0, length) };
        length += bytesRead;
      }
      return { kind: "too_large" };
    } finally {
      await file.close();
    }
  } catch (error) {
    return codeOf(error) === "ENOENT"
      ? { kind: "missing" }
      : { kind: "unreadable", reason: phraseFor(error) };
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  );
}

async function createDirectory(path: string): Promise<FileCreation> {
  try {
    const first = await mkdir(path, { recursive: true, mode: OWNER_DIRECTORY });
    return { kind: first === undefined ? "exists" : "created" };
  } catch (error) {
    return { kind: "failed", reason: phraseFor(error) };
  }
}

async function createFile(path: string, text: string): Promise<FileCreation> {
  const directory = await createDirectory(dirname(path));
  if (directory.kind === "failed") return directory;
  try {
    const file = await open(path, "wx", OWNER_FILE);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    return { kind: "created" };
  } catch (error) {
    return codeOf(error) === "EEXIST"
      ? { kind: "exists" }
      : { kind: "failed", reason: phraseFor(error) };
  }
}

const PHRASES: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission is denied"],
  ["EPERM", "permission is denied"],
  ["EISDIR", "it is a directory"],
  ["ENOTDIR", "a part of its path is no directory"],
  ["EEXIST", "a part of its path is no directory"],
  ["EROFS", "the file system is read-only"],
  ["ENOSPC", "no space is left"],
  ["ELOOP", "its links lead in a circle"],
  ["ENAMETOOLONG", "its name is too long"],
]);

function phraseFor(error: unknown): string {
  const code = codeOf(error);
  return PHRASES.get(code) ?? (code === "" ? String(error) : `the system says ${code}`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}
