import type { JournalReading, OutcomeRecord } from "@perspt/journal";
import { type Digest, digest, type JsonValue } from "@perspt/json";
import type { DecisionRecord } from "./recorded-call.js";
import type { SessionHistory } from "./session-history.js";

/** One call as the session tells it: what a replay hands out in place of a server. */
export interface TranscriptEntry {
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
 * The calls in the order of the model's turns and, within a turn, of its calls, whatever order they ended in; calls that no model made
 * stand where they were decided. Throws a `JournalError` where a long value is missing on the disk.
 */
export function transcriptOf(
  history: SessionHistory,
  load: JournalReading["load"],
): readonly TranscriptEntry[] {
  return history.calls
    .toSorted((one, other) => compareOrder(orderOf(one), orderOf(other)))
    .map((call) => {
      const outcome = history.outcomeOf(call.seq);
      const { seq, operation, callKey, rule } = call;
      return {
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
    });
}

/** What stays the same in every replay of a session: everything that was shown, and nothing about when. */
export function transcriptHash(transcript: readonly TranscriptEntry[]): Digest {
  return digest(
    transcript.map(({ operation, callKey, rule, outcome }) => ({
      operation,
      callKey,
      rule,
      outcome:
        outcome === null
          ? null
          : { kind: outcome.kind, result: outcome.result, error: errorOf(outcome.error) },
    })),
  );
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
