import type {
  JournalReading,
  MessageRecord,
  ModelTurnRecord,
  OutcomeRecord,
} from "@perspt/journal";
import { type Digest, digest, type JsonValue } from "@perspt/json";
import type { DecisionRecord } from "./recorded-call.js";
import type { SessionHistory } from "./session-history.js";

/** What a replay hands out in place of a model and a server. */
export type TranscriptEntry = TranscriptMessage | TranscriptTurn | TranscriptCall;

/** What was said to the model. */
export interface TranscriptMessage {
  readonly kind: "message";
  readonly seq: number;
  readonly from: MessageRecord["from"];
  /** As it was written down, redacted. */
  readonly text: JsonValue;
}

/** What the model said in one turn. */
export interface TranscriptTurn {
  readonly kind: "turn";
  readonly seq: number;
  readonly route: string;
  /** As it was written down, redacted. */
  readonly content: JsonValue;
}

/** One call as the session tells it. */
export interface TranscriptCall {
  readonly kind: "call";
  readonly seq: number;
  readonly operation: string;
  readonly callKey: string;
  readonly rule: string;
  /** Null for a call that was decided against, and for one whose outcome was never written down. */
  readonly outcome: RecordedOutcome | null;
}

export interface RecordedOutcome {
  readonly kind: OutcomeRecord["kind"];
  /** What the model and the person were given; null where the call had no result. */
  readonly result: JsonValue | null;
  readonly error: OutcomeRecord["error"];
}

/**
 * What was said to the model, and its turns, each with its calls behind it in their order there, whatever order they ended in; calls that no model made stand
 * where they were decided. Throws a `JournalError` where a long value is missing on the disk.
 */
export function transcriptOf(
  history: SessionHistory,
  load: JournalReading["load"],
): readonly TranscriptEntry[] {
  const turns = history.turns.map((turn) => ({
    order: [turn.seq, -1] as const,
    entry: turnEntry(turn, load),
  }));
  const messages = history.messages.map(({ seq, from, content }) => ({
    order: [seq, -1] as const,
    entry: { kind: "message", seq, from, text: load(content) } as const,
  }));
  const calls = history.calls.map((call) => ({
    order: orderOf(call),
    entry: callEntry(call, history.outcomeOf(call.seq), load),
  }));
  return [...messages, ...turns, ...calls]
    .toSorted((one, other) => compareOrder(one.order, other.order))
    .map(({ entry }) => entry);
}

function turnEntry(
  { seq, route, content }: ModelTurnRecord,
  load: JournalReading["load"],
): TranscriptEntry {
  return { kind: "turn", seq, route, content: load(content) };
}

function callEntry(
  { seq, operation, callKey, rule }: DecisionRecord,
  outcome: OutcomeRecord | null,
  load: JournalReading["load"],
): TranscriptEntry {
  return {
    kind: "call",
    seq,
    operation,
    callKey,
    rule,
    outcome:
      outcome === null
        ? null
        : {
            kind: outcome.kind,
            result: outcome.result === null ? null : load(outcome.result),
            error: outcome.error,
          },
  };
}

/** What stays the same in every replay of a session: everything that was said and shown, and nothing about when. */
export function transcriptHash(transcript: readonly TranscriptEntry[]): Digest {
  return digest(transcript.map(timeless));
}

function timeless(entry: TranscriptEntry): JsonValue {
  switch (entry.kind) {
    case "message":
      return { from: entry.from, text: entry.text };
    case "turn":
      return { route: entry.route, content: entry.content };
    case "call": {
      const { operation, callKey, rule, outcome } = entry;
      return {
        operation,
        callKey,
        rule,
        outcome:
          outcome === null
            ? null
            : { kind: outcome.kind, result: outcome.result, error: errorOf(outcome.error) },
      };
    }
  }
}

function errorOf(error: OutcomeRecord["error"]): JsonValue {
  if (error === null) return null;
  const { code, message, hint, serverError } = error;
  return { code, message, hint, serverError: serverError === null ? null : { ...serverError } };
}

type Order = readonly [turn: number, call: number];

function orderOf({ origin, seq }: DecisionRecord): Order {
  return origin === null ? [seq, 0] : [origin.turn, origin.call];
}

function compareOrder([turn, call]: Order, [otherTurn, otherCall]: Order): number {
  return turn - otherTurn || call - otherCall;
}
