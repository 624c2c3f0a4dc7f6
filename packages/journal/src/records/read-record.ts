import * as v from "valibot";
import { type JournalRecord, RECORD_VERSION, type WrittenRecord } from "./journal-record.js";
import { FrameSchema, recordSchemaOf } from "./record-schemas.js";

export type ReadRecord =
  | { readonly kind: "read"; readonly record: JournalRecord }
  | { readonly kind: "invalid"; readonly reason: string }
  /** Of a major version that this program does not know. */
  | { readonly kind: "unsupported"; readonly version: number };

/** A record from its JSON text. A type that this version does not know is kept as it stands. */
export function readRecord(json: string): ReadRecord {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { kind: "invalid", reason: "the line is not JSON" };
  }
  const frame = v.safeParse(FrameSchema, value);
  if (!frame.success) return { kind: "invalid", reason: "the line is no record" };
  const { v: version, seq, at, synced, type } = frame.output;
  if (version !== RECORD_VERSION) return { kind: "unsupported", version };
  const schema = recordSchemaOf(type);
  if (schema === null) {
    const record = {
      v: RECORD_VERSION,
      seq,
      at,
      synced,
      type: "unknown",
      recordedType: type,
      text: json,
    } as const;
    return { kind: "read", record };
  }
  const parsed = v.safeParse(schema, value);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return { kind: "invalid", reason: `${type}.${v.getDotPath(issue) ?? ""}: ${issue.message}` };
  }
  const record: WrittenRecord = parsed.output;
  return { kind: "read", record };
}
