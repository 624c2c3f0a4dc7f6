import * as v from "valibot";
import type { FileSystem } from "./file-system.js";
import { replaceFile } from "./replace-file.js";

/** The last record known to be durable when it was written: a log that ends before it has lost acknowledged records (T75). */
export interface Anchor {
  readonly seq: number;
  readonly hash: string;
}

const AnchorSchema = v.object({
  seq: v.pipe(v.number(), v.integer(), v.minValue(1)),
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});

/**
 * Null where there is none, or none that can be read: an anchor is replaced as a whole, so a broken one was damaged from outside. Every byte
 * of it counts.
 */
export function readAnchor(files: FileSystem, path: string): Anchor | null {
  if (files.status(path).kind === "missing") return null;
  const text = files.read(path).toString("latin1");
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), AnchorSchema), text);
  return parsed.success && textOf(parsed.output) === text ? parsed.output : null;
}

export async function writeAnchor(files: FileSystem, path: string, anchor: Anchor): Promise<void> {
  await replaceFile(files, path, Buffer.from(textOf(anchor)));
}

function textOf({ seq, hash }: Anchor): string {
  return `${JSON.stringify({ seq, hash })}\n`;
}
