import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import {
  isJsonObject,
  type JsonLimits,
  type JsonValue,
  parseBounded,
  serializedBytes,
} from "@perspt/json";
import type { FileSystem } from "./file-system.js";
import { JournalError } from "./journal-error.js";
import type { Payload } from "./records/payload.js";
import { replaceFile } from "./replace-file.js";

/** Longest payload that stands in its record, in bytes of JSON. */
export const INLINE_PAYLOAD_BYTES = 64 * 1024;

/** What was written passed narrower bounds on its way in; these only keep a damaged file from costing more. */
const STORED_LIMITS: JsonLimits = { maxBytes: 256 * 1024 * 1024, maxDepth: 512 };

/** Long payloads of one session, by the SHA-256 of their bytes. */
export class BlobStore {
  readonly #files: FileSystem;
  readonly #directory: string;
  /** Names that this store made durable itself. */
  readonly #durable = new Set<string>();
  #prepared = false;

  constructor(files: FileSystem, directory: string) {
    this.#files = files;
    this.#directory = directory;
  }

  /** The payload as a record holds it, and the blob that must be durable before that record is written; null for none. */
  static prepare(value: JsonValue): { readonly payload: Payload; readonly blob: Buffer | null } {
    if (isShort(value) || serializedBytes(value) <= INLINE_PAYLOAD_BYTES) {
      return { payload: { kind: "inline", value }, blob: null };
    }
    const bytes = Buffer.from(JSON.stringify(value), "utf8");
    return { payload: { kind: "blob", sha256: sha256(bytes), bytes: bytes.length }, blob: bytes };
  }

  /**
   * Resolves when the blob is durable. One that is there already is hashed again before it is relied on; whoever wrote it may have been
   * stopped before its name was durable.
   */
  async store(bytes: Buffer): Promise<void> {
    const name = sha256(bytes);
    const path = join(this.#directory, name);
    this.#prepareDirectory();
    if (this.#files.status(path).kind === "file" && sha256(this.#files.read(path)) === name) {
      if (!this.#durable.has(name)) this.#files.syncDirectory(this.#directory);
    } else {
      await replaceFile(this.#files, path, bytes);
    }
    this.#durable.add(name);
  }

  #prepareDirectory(): void {
    if (this.#prepared) return;
    if (this.#files.status(this.#directory).kind === "missing") {
      this.#files.makeDirectory(this.#directory);
    }
    this.#files.syncDirectory(dirname(this.#directory));
    this.#prepared = true;
  }

  /** Throws `blob_missing` or `blob_corrupt`, which hold for that record alone. */
  load(payload: Payload): JsonValue {
    if (payload.kind === "inline") return payload.value;
    const path = join(this.#directory, payload.sha256);
    if (this.#files.status(path).kind !== "file") {
      throw new JournalError({
        code: "blob_missing",
        message: `The payload ${payload.sha256} is not in ${this.#directory}.`,
      });
    }
    const bytes = this.#files.read(path);
    if (sha256(bytes) !== payload.sha256) {
      throw new JournalError({
        code: "blob_corrupt",
        message: `The payload ${payload.sha256} in ${this.#directory} was changed.`,
      });
    }
    const parsed = parseBounded(bytes, STORED_LIMITS);
    if (parsed.kind === "parsed") return parsed.value;
    throw new JournalError({
      code: "blob_corrupt",
      message: `The payload ${payload.sha256} in ${this.#directory} is no JSON: ${parsed.problem.message}`,
    });
  }
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Most bytes that JSON spends on one character of a text, and on any other value. */
const CHARACTER_BYTES = 6;
const VALUE_BYTES = 32;

/** Whether a value surely stands in its record, told from the lengths of its texts alone; most do, and none of their characters is looked at. */
function isShort(root: JsonValue): boolean {
  const pending: JsonValue[] = [root];
  let most = 0;
  while (pending.length > 0) {
    const value = pending.pop();
    most += VALUE_BYTES;
    if (typeof value === "string") most += value.length * CHARACTER_BYTES;
    else if (Array.isArray(value)) {
      const elements: readonly JsonValue[] = value;
      for (const element of elements) pending.push(element);
    } else if (isJsonObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        most += name.length * CHARACTER_BYTES + VALUE_BYTES;
        pending.push(member);
      }
    }
    if (most > INLINE_PAYLOAD_BYTES) return false;
  }
  return true;
}
