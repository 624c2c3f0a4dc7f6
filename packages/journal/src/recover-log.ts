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
  // A process that was stopped may have made names, the anchor's too, without a sync.
  files.syncDirectory(paths.directory);
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
  const last = segments.at(-1);
  const number = segmentNumber(last?.name ?? "") ?? 1;
  const bytes = last?.bytes ?? Buffer.alloc(0);
  const end = verdict.kind === "unfinished_tail" ? verdict.at.offset : bytes.length;
  if (end === 0) {
    // What an interrupted roll leaves; the segment before it was durable to its end.
    files.remove(paths.segment(number));
    files.syncDirectory(paths.directory);
    return number - 1;
  }
  // What is read here may be in memory alone, and a sync would not tell where an earlier one had failed. A copy is written for certain.
  if (anchor?.seq !== scan.head.seq || end !== bytes.length) {
    await replaceFile(files, paths.segment(number), bytes.subarray(0, end));
  }
  return number;
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
