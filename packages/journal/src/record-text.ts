import { RECORD_VERSION, type WrittenRecord } from "./records/journal-record.js";

/** A record's members under the frame of one that nobody has given its place yet. */
export function inEmptyFrame<Body extends object>(body: Body) {
  // The frame is spelled out: the engine copies one spread at once, and what a second one adds member by member.
  return { v: RECORD_VERSION, seq: 0, at: 0, synced: 0, ...body } as const;
}

const EMPTY_FRAME_LENGTH = JSON.stringify(inEmptyFrame({})).length - 1;

/** The members behind the frame of a record that still has the empty one, as its line will hold them, each with the comma before it. */
export function bodyText(record: WrittenRecord): string {
  return JSON.stringify(record).slice(EMPTY_FRAME_LENGTH, -1);
}

/** A record's whole JSON text: its frame, and the body that was spelled when it was queued. */
export function recordText(
  { seq, at }: Pick<WrittenRecord, "seq" | "at">,
  synced: number,
  body: string,
): string {
  return `{"v":${RECORD_VERSION},"seq":${seq},"at":${JSON.stringify(at)},"synced":${synced}${body}}`;
}
