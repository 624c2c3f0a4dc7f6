import type { JsonObject, JsonValue } from "@perspt/json";
import { BlobStore } from "./blob-store.js";
import type { RecordedArgumentBinding, RecordedSelector } from "./records/call-facts.js";
import type { JournalEntry } from "./records/journal-entry.js";
import type { Redactor } from "./redact.js";

export interface PreparedEntry {
  /** The record without its frame, redacted. */
  readonly body: JsonObject;
  /** Long payloads that must be durable before the record is written. */
  readonly blobs: readonly Buffer[];
}

/** How a payload is redacted before it is measured: by its members' names too, by known secrets alone, or as a whole. */
type Redaction = "names" | "known" | "whole";

/** The members of each entry that hold payloads. Everything else is short, and searched for known secrets. */
const PAYLOADS: Readonly<Record<JournalEntry["type"], Readonly<Record<string, Redaction>>>> = {
  grant: {},
  catalog: { capabilities: "known", definitions: "known" },
  admission: { admitted: "known", rejected: "known" },
  message: { content: "known" },
  model_turn: { content: "names" },
  intent: { arguments: "names" },
  refusal: { arguments: "names" },
  leg: { content: "names" },
  outcome: { result: "names" },
  approval: {},
  elicitation: { request: "known", answer: "whole" },
  sampling: { request: "names", response: "names" },
  resolved: {},
  end: {},
};

/** Redacts an entry and sets its long payloads apart. Idempotent: what was redacted before stays as it is. */
export function prepareEntry(entry: JournalEntry, redactor: Redactor): PreparedEntry {
  const blobs: Buffer[] = [];
  const plain = plainMembers(entry);
  const modes = PAYLOADS[entry.type];
  const toPayload = (value: JsonValue, mode: Redaction): JsonObject | null => {
    if (value === null) return null;
    const { payload, blob } = BlobStore.prepare(redact(redactor, value, mode, plain));
    if (blob !== null) blobs.push(blob);
    return { ...payload };
  };
  const members: readonly [string, JsonValue][] = Object.entries(entry);
  const body: { [name: string]: JsonValue } = {};
  for (const [name, value] of members) {
    const mode = Object.hasOwn(modes, name) ? modes[name] : undefined;
    body[name] = mode === undefined ? redactor.knownSecrets(value) : toPayload(value, mode);
  }
  return { body, blobs };
}

function redact(
  redactor: Redactor,
  value: JsonValue,
  mode: Redaction,
  plain: ReadonlySet<string>,
): JsonValue {
  switch (mode) {
    case "names":
      return redactor.value(value, plain);
    case "known":
      return redactor.knownSecrets(value);
    case "whole":
      return redactor.whole(value);
  }
}

/** Members that a selector or binding names: the user wants to see what they select. */
export function plainFields(call: {
  readonly selectors: readonly RecordedSelector[];
  readonly bindings: readonly RecordedArgumentBinding[];
}): ReadonlySet<string> {
  return new Set([
    ...call.selectors.flatMap(({ field }) => field ?? []),
    ...call.bindings.map(({ field }) => field),
  ]);
}

function plainMembers(entry: JournalEntry): ReadonlySet<string> {
  if (entry.type === "intent" || entry.type === "refusal") return plainFields(entry);
  return new Set(entry.type === "model_turn" ? entry.plainMembers : []);
}
