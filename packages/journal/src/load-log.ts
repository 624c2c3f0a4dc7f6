import { join } from "node:path";
import type { Anchor } from "./anchor.js";
import { readAnchor } from "./anchor.js";
import type { FileSystem } from "./file-system.js";
import { JournalError } from "./journal-error.js";
import type { JournalRecord } from "./records/journal-record.js";
import { type BadPlace, type LogScan, scanLog } from "./scan-log.js";
import { openSegment, type Segment } from "./segment-lines.js";
import { type SessionPaths, segmentNumber } from "./session-paths.js";

/** What a session's log is, told without changing anything. */
export type LogVerdict =
  | { readonly kind: "ok" }
  /** Whole, as far as it goes; but its anchor is gone, so that nobody can tell whether records are missing from its end. */
  | { readonly kind: "no_anchor" }
  /** Stopped while it was being made, before it was anybody's. */
  | { readonly kind: "not_begun" }
  /** What a crash leaves: the end of the last batch, never acknowledged. */
  | { readonly kind: "unfinished_tail"; readonly at: BadPlace }
  | { readonly kind: "corrupt"; readonly at: BadPlace }
  /** Acknowledged records are gone. */
  | { readonly kind: "lost_data"; readonly anchor: Anchor }
  | { readonly kind: "unsupported"; readonly version: number; readonly at: BadPlace };

/** The segment's own and the session's: with them a session begins. */
const HEADER_RECORDS = 2;

export interface LoadedLog {
  readonly segments: readonly Segment[];
  readonly scan: LogScan;
  readonly anchor: Anchor | null;
  readonly verdict: LogVerdict;
}

/**
 * Reads and judges a session's log piece by piece, and hands on each record that verifies. Throws `session_not_found`, or `unsafe_path` for
 * what is no private directory of this user.
 */
export function loadLog(
  files: FileSystem,
  paths: SessionPaths,
  session: string,
  take: (record: JournalRecord) => void,
): LoadedLog {
  checkDirectory(files, paths.directory, session);
  // Before the log: what it names is in the log by then, also while another process writes on.
  const anchor = readAnchor(files, paths.anchor);
  const segments = files
    .list(paths.directory)
    .filter((name) => segmentNumber(name) !== null)
    .map((name) => openSegment(files, join(paths.directory, name), name));
  const scan = scanLog(segments, anchor, take);
  return { segments, scan, anchor, verdict: judge(scan, anchor) };
}

function judge(
  { bad, head, laterProof, unsupportedVersion }: LogScan,
  anchor: Anchor | null,
): LogVerdict {
  if (bad !== null && unsupportedVersion !== null) {
    return { kind: "unsupported", version: unsupportedVersion, at: bad };
  }
  if (bad !== null && laterProof) return { kind: "corrupt", at: bad };
  if (bad !== null && anchor !== null && anchor.seq >= bad.seq) return { kind: "corrupt", at: bad };
  if (anchor !== null && anchor.seq > head.seq) return { kind: "lost_data", anchor };
  if (head.seq < HEADER_RECORDS) return { kind: "not_begun" };
  if (bad !== null) return { kind: "unfinished_tail", at: bad };
  // The first anchor is written right after the header, before anything else can be.
  return anchor === null && head.seq > HEADER_RECORDS ? { kind: "no_anchor" } : { kind: "ok" };
}

function checkDirectory(files: FileSystem, directory: string, session: string): void {
  const status = files.status(directory);
  switch (status.kind) {
    case "missing":
      throw new JournalError({
        code: "session_not_found",
        message: `There is no session ${session}.`,
        hint: "`perspt journal list` shows the sessions.",
      });
    case "directory": {
      const owner = process.getuid?.();
      if (owner === undefined || status.owner === owner) return;
      throw unsafe(directory, "belongs to another user");
    }
    case "file":
    case "link":
    case "other":
      throw unsafe(directory, "is not a directory of its own");
  }
}

export function unsafe(path: string, what: string): JournalError {
  return new JournalError({
    code: "unsafe_path",
    message: `${path} ${what}, so the journal is not used there.`,
    hint: "Set PERSPT_STATE_DIR to a directory that is yours alone.",
  });
}

/** Why a log that is neither whole nor merely unfinished is not continued. */
export function refusalOf(verdict: LogVerdict, session: string): JournalError | null {
  switch (verdict.kind) {
    case "ok":
    case "no_anchor":
    case "unfinished_tail":
      return null;
    case "not_begun":
      return new JournalError({
        code: "session_not_found",
        message: `Session ${session} was stopped while it was being made, and holds nothing.`,
        hint: "Work in a new session.",
      });
    case "corrupt":
      return new JournalError({
        code: "journal_corrupt",
        message: `Session ${session} was damaged at record ${verdict.at.seq} (${verdict.at.segment}, byte ${verdict.at.offset}): ${verdict.at.reason}.`,
        hint: `Records before it can still be read: \`perspt journal show ${session}\`. Work in a new session.`,
      });
    case "lost_data":
      return new JournalError({
        code: "journal_lost_data",
        message: `Session ${session} is shorter than its anchor: record ${verdict.anchor.seq} had been written, and is gone.`,
        hint: "Restore the directory from a backup, or work in a new session.",
      });
    case "unsupported":
      return new JournalError({
        code: "unsupported_version",
        message: `Session ${session} is of version ${verdict.version}, which this perspt does not know.`,
        hint: "Upgrade perspt to read it.",
      });
  }
}
