import { randomBytes } from "node:crypto";
import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import { BlobStore } from "./blob-store.js";
import type { FileSystem } from "./file-system.js";
import type { RecordPosition } from "./journal.js";
import { JournalError, type JournalErrorCode } from "./journal-error.js";
import { type LogVerdict, loadLog } from "./load-log.js";
import { nodeFileSystem } from "./node-file-system.js";
import type { JournalRecord } from "./records/journal-record.js";
import { Redactor } from "./redact.js";
import { salvageLines } from "./salvage-lines.js";
import { sessionPaths } from "./session-paths.js";

export interface ExportOptions {
  readonly stateDirectory: string;
  readonly session: string;
  /** Values of variables and headers that are mapped now: taken out once more, had they been unknown when the session was written. */
  readonly secrets: readonly string[];
  readonly files?: FileSystem;
}

/** A line behind the place where the log stops to verify. Nothing proves what it says. */
export type ExportedLine =
  | {
      readonly kind: "record";
      readonly segment: string;
      readonly offset: number;
      /** Whether it follows from the line before it. */
      readonly isLinked: boolean;
      readonly record: JsonObject;
    }
  | {
      readonly kind: "unreadable";
      readonly segment: string;
      readonly offset: number;
      readonly bytes: number;
    };

/** A session to be shown to others: no secret, no task id, no key. */
export interface SessionExport {
  readonly session: string;
  readonly verdict: LogVerdict;
  readonly head: RecordPosition;
  /** Every record that verifies, its payloads put in. A payload that is gone or damaged is `{"kind":"lost","sha256","code"}`. */
  readonly records: readonly JsonObject[];
  /** What else can be read of a damaged log. */
  readonly salvaged: readonly ExportedLine[];
}

/** Shorter task ids are only looked for as whole texts: within longer ones they would be found everywhere. */
const MIN_TASK_ID_LENGTH = 8;

/**
 * Reads a session, damaged or not, into a form for bug reports. Task ids, with which a server's results can be asked for, are replaced
 * wherever they stand. Changes and locks nothing. Throws a `JournalError` where there is no session to read.
 */
export function exportSession({
  stateDirectory,
  session,
  secrets,
  files = nodeFileSystem,
}: ExportOptions): SessionExport {
  const paths = sessionPaths(stateDirectory, session);
  const records: JournalRecord[] = [];
  const { segments, scan, verdict } = loadLog(files, paths, session, (record) => {
    records.push(record);
  });
  const blobs = new BlobStore(files, paths.blobs);
  const salvaged = scan.bad === null ? [] : salvageLines(segments, scan.bad);
  const all = [
    ...records,
    ...salvaged.flatMap((line) => (line.kind === "record" ? [line.record] : [])),
  ];
  const redactor = new Redactor({ key: randomBytes(32), secrets });
  const hideTasks = taskHider(taskIdsIn(all));
  const exported = (record: JournalRecord): JsonObject => {
    const whole = withPayloads(record, blobs);
    const hidden = redactor.knownSecrets(mapText(whole, hideTasks));
    return isJsonObject(hidden) ? hidden : {};
  };
  return {
    session,
    verdict,
    head: scan.head,
    records: records.map(exported),
    salvaged: salvaged.map((line) =>
      line.kind === "record" ? { ...line, record: exported(line.record) } : line,
    ),
  };
}

function taskIdsIn(records: readonly JournalRecord[]): ReadonlySet<string> {
  const ids = records.flatMap((record) =>
    record.type === "leg" || record.type === "outcome" ? (record.taskId ?? []) : [],
  );
  return new Set(ids);
}

/** Each task gets a number, so that it can still be told which records speak of the same one. */
function taskHider(ids: ReadonlySet<string>): (text: string) => string {
  const names = new Map([...ids].map((id, index) => [id, `[task ${index + 1}]`] as const));
  const searched = [...names].filter(([id]) => id.length >= MIN_TASK_ID_LENGTH);
  return (text) => {
    let shown: string = names.get(text) ?? text;
    for (const [id, name] of searched) shown = shown.replaceAll(id, () => name);
    return shown;
  };
}

function withPayloads(record: JournalRecord, blobs: BlobStore): JsonObject {
  const members = Object.entries(record).map(
    ([name, member]: [string, JsonValue]) => [name, withPayload(member, blobs)] as const,
  );
  return Object.fromEntries(members);
}

function withPayload(member: JsonValue, blobs: BlobStore): JsonValue {
  if (!isJsonObject(member) || member["kind"] !== "blob") return member;
  const { sha256, bytes } = member;
  if (typeof sha256 !== "string" || typeof bytes !== "number") return member;
  try {
    return { kind: "inline", value: blobs.load({ kind: "blob", sha256, bytes }) };
  } catch (error) {
    return { kind: "lost", sha256, code: lossOf(error) };
  }
}

function lossOf(error: unknown): JournalErrorCode {
  return error instanceof JournalError ? error.code : "journal_unavailable";
}

/** Every text of a value, names of members too. */
function mapText(value: JsonValue, map: (text: string) => string): JsonValue {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((element: JsonValue) => mapText(element, map));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [map(name), mapText(member, map)]),
  );
}
