import * as v from "valibot";
import type { FileSystem } from "./file-system.js";
import { replaceFile } from "./replace-file.js";

/** The last record known to be durable when it was written: a log that ends before it has lost acknowledged records (T75). */
export interface Anchor {
  readonly seq: number;
  readonly hash: string;
}

const AnchorSchema = v.object({
  seq: v.pipe(v.number(), v.integer(), v.minValue(0)),
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});

/** Null where there is none yet. Throws for one that cannot be read. */
export function readAnchor(files: FileSystem, path: string): Anchor | null {
  if (files.status(path).kind === "missing") return null;
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), AnchorSchema),
    files.read(path).toString("utf8"),
  );
  // An anchor is replaced as a whole, so a broken one was damaged from outside; the log's own chain still speaks.
  return parsed.success ? parsed.output : null;
}

export async function writeAnchor(files: FileSystem, path: string, anchor: Anchor): Promise<void> {
  await replaceFile(files, path, Buffer.from(`${JSON.stringify(anchor)}\n`));
}
