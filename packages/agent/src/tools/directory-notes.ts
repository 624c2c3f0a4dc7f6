import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Digest, digestBytes, isJsonObject, type JsonValue, parseStrict } from "@perspt/json";
import { writeWhole } from "../workspace/write-whole.js";
import type { ChangeNotes, FileChange } from "./change-notes.js";

/** Notes as files of a directory, one a call. */
export class DirectoryNotes implements ChangeNotes {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async note(call: string, change: FileChange): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    await writeWhole(this.#fileOf(call), JSON.stringify(change));
  }

  /** What a call was about to change; null where it noted nothing, or nothing that can be read. */
  async read(call: string): Promise<FileChange | null> {
    let text: string;
    try {
      text = await readFile(this.#fileOf(call), "utf8");
    } catch {
      return null;
    }
    const reading = parseStrict(text);
    return reading.kind === "parsed" ? readChange(reading.value) : null;
  }

  #fileOf(call: string): string {
    return join(this.#directory, `${digestBytes(call).slice("sha256:".length)}.json`);
  }
}

function readChange(value: JsonValue): FileChange | null {
  if (!isJsonObject(value)) return null;
  const { kind, path, before, after, from, to, content } = value;
  if (kind === "content" && typeof path === "string") {
    const known = isDigestOrNull(before) && isDigestOrNull(after);
    return known ? { kind, path, before, after } : null;
  }
  if (kind === "moved" && typeof from === "string" && typeof to === "string") {
    return isDigest(content) ? { kind, from, to, content } : null;
  }
  return null;
}

function isDigest(value: JsonValue | undefined): value is Digest {
  return typeof value === "string" && /^sha256:[0-9a-f]{64}$/.test(value);
}

function isDigestOrNull(value: JsonValue | undefined): value is Digest | null {
  return value === null || isDigest(value);
}
