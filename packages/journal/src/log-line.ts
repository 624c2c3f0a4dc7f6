import { hash as hashOfBytes } from "node:crypto";

/** What every line ends with: `,"hash":"`, 64 hex digits, `"}` and a line feed. Compared literally. */
export const SUFFIX_BYTES = 76;

const SUFFIX_HEAD = ',"hash":"';
const SUFFIX_TAIL = '"}\n';
const HEX = /^[0-9a-f]{64}$/;

/** The hash before a session's first record. */
export const FIRST_PREVIOUS_HASH = "0".repeat(64);

/** A record's JSON object, well-formed text, with its hash as the last member: one whole line. */
export function encodeLine(
  json: string,
  previousHash: string,
): { readonly line: string; readonly hash: string } {
  const body = json.slice(0, -1);
  const hash = hashOfBytes("sha256", previousHash + body);
  return { line: body + SUFFIX_HEAD + hash + SUFFIX_TAIL, hash };
}

export interface DecodedLine {
  /** The record's JSON text, without the hash. */
  readonly json: string;
  readonly statedHash: string;
  /** Over the given previous hash and the line's own bytes. */
  readonly hash: string;
}

/** A line with its line feed; null for one that does not end as every line does. */
export function decodeLine(line: Buffer, previousHash: string): DecodedLine | null {
  const start = line.length - SUFFIX_BYTES;
  if (start < 2) return null;
  const suffix = line.toString("latin1", start);
  const statedHash = suffix.slice(SUFFIX_HEAD.length, -SUFFIX_TAIL.length);
  if (!suffix.startsWith(SUFFIX_HEAD) || !suffix.endsWith(SUFFIX_TAIL) || !HEX.test(statedHash)) {
    return null;
  }
  const body = line.subarray(0, start);
  return { json: `${body.toString("utf8")}}`, statedHash, hash: hashOf(previousHash, body) };
}

/** The hash that a line should state, whatever stands where it states one. */
export function hashOfLine(line: Buffer, previousHash: string): string {
  return hashOf(previousHash, line.subarray(0, Math.max(0, line.length - SUFFIX_BYTES)));
}

/** Over the bytes as they stand: text that was decoded from them may hide what is wrong with them. */
function hashOf(previousHash: string, body: Buffer): string {
  return hashOfBytes("sha256", Buffer.concat([Buffer.from(previousHash, "latin1"), body]));
}
