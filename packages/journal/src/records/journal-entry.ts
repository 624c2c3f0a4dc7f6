import type { JsonValue } from "@perspt/json";
import type { RecordFrame, WrittenRecord } from "./journal-record.js";
import type { Payload } from "./payload.js";

/** A record without what the journal adds: no frame, and each payload as the plain value that it will hold. */
export type EntryOf<Written> = Written extends WrittenRecord
  ? { readonly [Name in Exclude<keyof Written, keyof RecordFrame>]: PlainMember<Written[Name]> }
  : never;

type PlainMember<Member> = Member extends Payload ? JsonValue : Member;

/** What a caller appends. `segment`, `session` and `rekey` are the journal's own. */
export type JournalEntry = EntryOf<
  Exclude<WrittenRecord, { readonly type: "segment" | "session" | "rekey" }>
>;

/** What a new session is opened with. */
export type SessionHeader = Omit<
  EntryOf<Extract<WrittenRecord, { readonly type: "session" }>>,
  "type" | "session"
>;
