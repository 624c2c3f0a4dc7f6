import { constants } from "node:fs";
import { access, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf, phraseFor, type Reason } from "./file-reasons.js";
import { createWhole, replaceWhole } from "./whole-files.js";

export type FileReading =
  | { readonly kind: "read"; readonly content: Uint8Array }
  | { readonly kind: "missing" }
  | { readonly kind: "too_large" }
  | ({ readonly kind: "unreadable" } & Reason);

export type FileCreation =
  | { readonly kind: "created" }
  | { readonly kind: "exists" }
  | ({ readonly kind: "failed" } & Reason);

export type FileReplacement =
  | { readonly kind: "replaced" }
  /** Its content is no longer what it was read as; it was left as it is. */
  | { readonly kind: "changed" }
  | ({ readonly kind: "failed" } & Reason);

/** The file system as commands use it. Nothing here rejects. */
export interface Files {
  /** Reads a whole file of at most `limit` bytes. */
  read(path: string, limit: number): Promise<FileReading>;
  exists(path: string): Promise<boolean>;
  /** Creates a directory and its missing parents, for their owner alone. One that exists is left as it is. */
  createDirectory(path: string): Promise<FileCreation>;
  /**
   * Creates a file for its owner alone, with its missing directories. It is there whole or not at all, and durable. Never replaces
   * anything, nor follows a link.
   */
  createFile(path: string, text: string): Promise<FileCreation>;
  /**
   * Replaces the content of a file that was read before. Whoever looks meets the old content or the new one, whole; the new one is
   * durable. The mode stays, and a link stays a link: what it leads to is replaced.
   */
  replaceFile(path: string, before: Uint8Array, text: string): Promise<FileReplacement>;
}

const OWNER_DIRECTORY = 0o700;

export function realFiles(): Files {
  return {
    read,
    exists,
    createDirectory,
    createFile,
    replaceFile: (path, before, text) => replaceWhole(path, before, text).catch(failure),
  };
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
  return directory.kind === "failed" ? directory : createWhole(path, text).catch(failure);
}

function failure(error: unknown) {
  return { kind: "failed", reason: phraseFor(error) } as const;
}
