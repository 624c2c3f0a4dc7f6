import { join } from "node:path";
import { JournalError } from "./journal-error.js";

const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;
const SEGMENT = /^segment-(\d{6})\.jsonl$/;

/** Where everything of one session lies. */
export interface SessionPaths {
  readonly directory: string;
  readonly anchor: string;
  readonly key: string;
  readonly reserve: string;
  readonly blobs: string;
  /** Its mark while it may have doubts. */
  readonly unsettled: string;
  segment(number: number): string;
}

export function sessionsDirectory(stateDirectory: string): string {
  return join(stateDirectory, "journals");
}

export function unsettledDirectory(stateDirectory: string): string {
  return join(stateDirectory, "unsettled");
}

/** Throws `invalid_session_id` for a name that could lead out of the directory. */
export function sessionPaths(stateDirectory: string, session: string): SessionPaths {
  if (!SESSION_ID.test(session)) {
    throw new JournalError({
      code: "invalid_session_id",
      message: `Expected a session id of letters, digits, "_", "-" and "."; got ${JSON.stringify(session)}.`,
      hint: "`perspt journal list` shows the sessions.",
    });
  }
  const directory = join(sessionsDirectory(stateDirectory), session);
  return {
    directory,
    anchor: join(directory, "anchor.json"),
    key: join(directory, "redaction.key"),
    reserve: join(directory, "reserve"),
    blobs: join(directory, "blobs"),
    unsettled: join(unsettledDirectory(stateDirectory), session),
    segment: (number) => join(directory, segmentName(number)),
  };
}

export function segmentName(number: number): string {
  return `segment-${String(number).padStart(6, "0")}.jsonl`;
}

/** Null for a name that is no segment's. */
export function segmentNumber(name: string): number | null {
  const digits = SEGMENT.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}
