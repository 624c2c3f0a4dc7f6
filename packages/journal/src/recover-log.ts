import { join } from "node:path";
import { writeAnchor } from "./anchor.js";
import type { FileSystem } from "./file-system.js";
import { EMPTY_STATE, fold } from "./fold.js";
import type { Recovery } from "./journal.js";
import type { JournalState } from "./journal-state.js";
import type { WriterStart } from "./journal-writer.js";
import { type LoadedLog, loadLog, refusalOf } from "./load-log.js";
import { isTemporary, removeQuietly, replaceFile } from "./replace-file.js";
import { type SessionPaths, segmentNumber } from "./session-paths.js";

/** A log that may be continued: every record in it is durable, and its anchor names the last one. */
export interface RecoveredLog {
  readonly state: JournalState;
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
  const log = loadLog(files, paths, session);
  const refusal = refusalOf(log.verdict, session);
  if (refusal !== null) throw refusal;
  const recovery = await keepTail(files, paths, log);
  const number = await endSegment(files, paths, log);
  const { head, records } = log.scan;
  if (log.anchor?.seq !== head.seq) await writeAnchor(files, paths.anchor, head);
  removeTemporaries(files, paths);
  return {
    state: records.reduce(fold, EMPTY_STATE),
    recovery,
    start: { head, segment: { number, file: files.open(paths.segment(number)) } },
  };
}

async function keepTail(
  files: FileSystem,
  paths: SessionPaths,
  { segments, verdict }: LoadedLog,
): Promise<Recovery | null> {
  if (verdict.kind !== "unfinished_tail") return null;
  const { segment, offset } = verdict.at;
  const bytes = segments.find(({ name }) => name === segment)?.bytes.subarray(offset);
  if (bytes === undefined) return null;
  const keptAt = `${join(paths.directory, segment)}.torn-${Date.now()}`;
  await replaceFile(files, keptAt, bytes);
  return { bytes: bytes.length, keptAt };
}

/** Makes the log end with its last good record, durably, and gives the number of the segment that holds it. */
async function endSegment(
  files: FileSystem,
  paths: SessionPaths,
  { segments, scan, anchor, verdict }: LoadedLog,
): Promise<number> {
  const ends = segments.map(({ name, bytes }) => {
    const isCut = verdict.kind === "unfinished_tail" && verdict.at.segment === name;
    return {
      path: join(paths.directory, name),
      name,
      bytes,
      end: isCut ? verdict.at.offset : bytes.length,
    };
  });
  // What an interrupted roll leaves; the segment before it was durable to its end.
  for (const { path } of ends.filter(({ end }) => end === 0)) files.remove(path);
  // Also for the names, the anchor's among them, that a process made which was stopped before it could.
  files.syncDirectory(paths.directory);
  const last = ends.findLast(({ end }) => end > 0);
  if (last === undefined) throw new Error("a log that was begun has a segment");
  const { path, name, bytes, end } = last;
  // What is read here may be in memory alone, and a sync would not tell where an earlier one had failed. A copy is written for certain.
  if (anchor?.seq !== scan.head.seq || end !== bytes.length) {
    await replaceFile(files, path, bytes.subarray(0, end));
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
