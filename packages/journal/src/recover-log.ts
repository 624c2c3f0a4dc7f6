import { join } from "node:path";
import { writeAnchor } from "./anchor.js";
import type { FileSystem } from "./file-system.js";
import { StateFold } from "./fold.js";
import type { Recovery } from "./journal.js";
import type { WriterStart } from "./journal-writer.js";
import { type LoadedLog, loadLog, refusalOf } from "./load-log.js";
import { isTemporary, removeQuietly, replaceFile } from "./replace-file.js";
import { type SessionPaths, segmentNumber } from "./session-paths.js";

/** A log that may be continued: every record in it is durable, and its anchor names the last one. */
export interface RecoveredLog {
  /** The fold of its records; the taker's own. */
  readonly state: StateFold;
  readonly recovery: Recovery | null;
  readonly start: WriterStart;
}

/**
 * Sets aside what a crash left after the last whole record, and opens the log behind it. Throws a `JournalError` for a log that cannot be
 * continued, of which nothing is touched.
 */
export async function recoverLog(
  files: FileSystem,
  paths: SessionPaths,
  session: string,
): Promise<RecoveredLog> {
  const state = new StateFold();
  const log = loadLog(files, paths, session, (record) => state.take(record));
  const refusal = refusalOf(log.verdict, session);
  if (refusal !== null) throw refusal;
  const recovery = await keepTail(files, paths, log);
  const number = await endSegment(files, paths, log);
  const { head } = log.scan;
  if (log.anchor?.seq !== head.seq) await writeAnchor(files, paths.anchor, head);
  removeTemporaries(files, paths);
  return {
    state,
    recovery,
    start: { head, segment: { number, file: files.open(paths.segment(number)) } },
  };
}

async function keepTail(
  files: FileSystem,
  paths: SessionPaths,
  { verdict }: LoadedLog,
): Promise<Recovery | null> {
  if (verdict.kind !== "unfinished_tail") return null;
  const { segment, offset } = verdict.at;
  const path = join(paths.directory, segment);
  const bytes = files.read(path).subarray(offset);
  const keptAt = freeName(files, `${path}.torn-`);
  await replaceFile(files, keptAt, bytes);
  return { bytes: bytes.length, keptAt };
}

/** Earlier tails of the same segment are kept too. */
function freeName(files: FileSystem, stem: string): string {
  let number = 1;
  while (files.status(`${stem}${number}`).kind !== "missing") number += 1;
  return `${stem}${number}`;
}

/** Makes the log end with its last good record, durably, and gives the number of the segment that holds it. */
async function endSegment(
  files: FileSystem,
  paths: SessionPaths,
  { scan, anchor, verdict }: LoadedLog,
): Promise<number> {
  // What an interrupted roll leaves; the segment before it was durable to its end.
  for (const { name } of scan.verified.filter(({ bytes }) => bytes === 0)) {
    files.remove(join(paths.directory, name));
  }
  // Also for the names, the anchor's among them, that a process made which was stopped before it could.
  files.syncDirectory(paths.directory);
  const last = scan.verified.findLast(({ bytes }) => bytes > 0);
  if (last === undefined) throw new Error("a log that was begun has a segment");
  const { name, bytes } = last;
  const path = join(paths.directory, name);
  const isCut = verdict.kind === "unfinished_tail" && verdict.at.segment === name;
  // What is read here may be in memory alone, and a sync would not tell where an earlier one had failed. A copy is written for certain.
  if (anchor?.seq !== scan.head.seq || isCut) {
    await replaceFile(files, path, files.readPart(path, 0, bytes));
  }
  return segmentNumber(name) ?? 1;
}

/** Replacements that a crash stopped half-way. */
function removeTemporaries(files: FileSystem, paths: SessionPaths): void {
  const directories = [paths.directory, paths.blobs].filter(
    (directory) => files.status(directory).kind === "directory",
  );
  for (const directory of directories) {
    for (const name of files.list(directory).filter(isTemporary)) {
      removeQuietly(files, join(directory, name));
    }
  }
}
