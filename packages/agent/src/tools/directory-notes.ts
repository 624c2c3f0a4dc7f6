import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { canonicalize, type Digest, digestBytes, isJsonObject, parseStrict } from "@perspt/json";
import { systemCode } from "../system-code.js";
import { syncDirectory, writeWhole } from "../workspace/write-whole.js";
import type { ChangeNotes, FileChange } from "./change-notes.js";

/** Notes in a directory of their own, one small file a call. It is made with the first note; the one above it must exist. */
export class DirectoryNotes implements ChangeNotes {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async note(call: string, change: FileChange): Promise<void> {
    await makeDirectory(this.#directory);
    await writeWhole(fileOf(this.#directory, call), canonicalize({ call, change: { ...change } }));
  }

  /** What a call was about to change; null where it noted nothing, and so changed nothing. Rejects where a note cannot be read. */
  async read(call: string): Promise<FileChange | null> {
    let text: string;
    try {
      text = await readFile(fileOf(this.#directory, call), "utf8");
    } catch (error) {
      if (systemCode(error) === "ENOENT") return null;
      throw error;
    }
    const change = readNote(text, call);
    if (change !== null) return change;
    throw new Error(`The note of the call ${call} in ${this.#directory} is damaged.`);
  }
}

/** A call's name is not a file's name: it may hold anything. */
function fileOf(directory: string, call: string): string {
  return join(directory, `${digestBytes(call).slice("sha256:".length)}.json`);
}

async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    if (systemCode(error) === "EEXIST") return;
    throw error;
  }
  await syncDirectory(dirname(directory));
}

function readNote(text: string, call: string): FileChange | null {
  const reading = parseStrict(text);
  if (reading.kind === "rejected" || !isJsonObject(reading.value)) return null;
  const { change } = reading.value;
  if (reading.value["call"] !== call || change === undefined || !isJsonObject(change)) return null;
  const { kind, path, before, after, from, to, content } = change;
  if (kind === "directory_removed" && isText(path)) return { kind, path };
  if (kind === "moved" && isText(from) && isText(to) && isDigest(content)) {
    return { kind, from, to, content };
  }
  if (kind === "content" && isText(path) && isState(before) && isState(after)) {
    return { kind, path, before, after };
  }
  return null;
}

function isState(value: unknown): value is Digest | null {
  return value === null || isDigest(value);
}

function isDigest(value: unknown): value is Digest {
  return isText(value) && /^sha256:[0-9a-f]{64}$/.test(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
