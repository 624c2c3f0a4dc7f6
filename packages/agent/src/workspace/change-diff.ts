import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createTwoFilesPatch } from "diff";
import type { FileChange } from "./file-change.js";
import { isAbsent } from "./read-states.js";

/** A change as people read it. */
export interface ChangeDiff {
  /** Unified, one file after the other. A file that is no text, or is too long, is named with its sizes. */
  readonly text: string;
  readonly files: readonly FileStatistics[];
}

export interface FileStatistics {
  readonly path: string;
  readonly kind: "added" | "changed" | "deleted";
  /** Lines; null for a file that is no text or too long. */
  readonly added: number | null;
  readonly removed: number | null;
}

/** Longest file whose lines are compared, in bytes. */
const MAX_DIFFED_BYTES = 1024 * 1024;

/** How many edits are looked for before a file counts as rewritten. */
const MAX_EDITS = 10_000;

/** The difference between two trees' files. Rejects where one cannot be read. */
export async function diffOf(
  changes: readonly FileChange[],
  before: string,
  after: string,
): Promise<ChangeDiff> {
  const texts: string[] = [];
  const files: FileStatistics[] = [];
  for (const change of changes) {
    const { path } = change;
    const kind = kindOf(change);
    const old = await textOf(join(before, path), change.before?.bytes ?? 0);
    const now = await textOf(join(after, path), change.after?.bytes ?? 0);
    const patch = old === null || now === null ? null : patchOf(change, old, now);
    const [added, removed] = patch === null ? [null, null] : countLines(patch);
    texts.push(patch ?? summaryOf(change));
    files.push({ path, kind, added, removed });
  }
  return { text: texts.join(""), files };
}

function kindOf({ before, after }: FileChange): FileStatistics["kind"] {
  if (before === null) return "added";
  return after === null ? "deleted" : "changed";
}

/** The text of a file, empty where there is none; null for what is no text, or too long. */
async function textOf(file: string, bytes: number): Promise<string | null> {
  if (bytes > MAX_DIFFED_BYTES) return null;
  try {
    const content = await readFile(file);
    if (content.includes(0)) return null;
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch (error) {
    if (isAbsent(error)) return "";
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function patchOf({ path, before, after }: FileChange, old: string, now: string): string | null {
  const patch = createTwoFilesPatch(
    before === null ? "/dev/null" : `a/${path}`,
    after === null ? "/dev/null" : `b/${path}`,
    old,
    now,
    undefined,
    undefined,
    { context: 3, maxEditLength: MAX_EDITS },
  );
  if (patch === undefined) return null;
  const lines = patch.split("\n").filter((line) => !/^=+$/.test(line));
  const mode =
    before !== null && after !== null && before.isExecutable !== after.isExecutable
      ? `# ${shownPath(path)}: ${after.isExecutable ? "made executable" : "no longer executable"}\n`
      : "";
  return `${mode}${lines.join("\n")}`;
}

/** A name may hold a line break, which must not look like another file's beginning; quoted as git quotes it. */
function shownPath(path: string): string {
  return /[\p{Cc}"\\]/u.test(path) ? JSON.stringify(path) : path;
}

function summaryOf(change: FileChange): string {
  const { path, before, after } = change;
  return `# ${shownPath(path)}: ${kindOf(change)}, not shown (${before?.bytes ?? 0} bytes before, ${after?.bytes ?? 0} after)\n`;
}

function countLines(patch: string): readonly [added: number, removed: number] {
  const lines = patch.split("\n");
  const body = lines.slice(lines.findIndex((line) => line.startsWith("@@")));
  return [
    body.filter((line) => line.startsWith("+")).length,
    body.filter((line) => line.startsWith("-")).length,
  ];
}
