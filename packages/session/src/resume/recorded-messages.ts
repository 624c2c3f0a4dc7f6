import type { JournalReading, OutcomeRecord } from "@perspt/journal";
import { isJsonObject, type JsonValue } from "@perspt/json";
import type { CallOutcome } from "@perspt/mcp-client";
import type { ModelMessage, ToolAnswer } from "@perspt/models";
import { answerOf, refusedAnswer } from "../loop/answer-call.js";
import type { ToolCallPart } from "../loop/turn-collector.js";
import type { UnfinishedTurn } from "../loop/unfinished-turn.js";
import type { DecisionRecord } from "../replay/recorded-call.js";
import { readHistory, type SessionHistory } from "../replay/session-history.js";
import { recordedParts } from "./recorded-parts.js";

/** A recorded session as its model would go on with it. */
export interface RecordedMessages {
  /** What was said, proposed and answered, oldest first; without instructions. */
  readonly messages: readonly ModelMessage[];
  /** The last turn, where calls of it were never decided on; its answers are not among the messages. */
  readonly unfinished: UnfinishedTurn | null;
  /** How many turns the model has taken. */
  readonly turns: number;
  /** The operations that were called. */
  readonly operations: ReadonlySet<string>;
}

/**
 * The model's list of messages, from the records alone. A call whose outcome is not known is answered as uncertain; one of an earlier turn
 * that was never made, as not made. Throws a `JournalError` where a long value is missing on the disk.
 */
export function recordedMessages(
  reading: Pick<JournalReading, "records" | "load" | "state">,
): RecordedMessages {
  const history = readHistory(reading);
  const said = history.messages.map(({ seq, content }) => ({
    seq,
    message: { role: "user", text: textOf(reading.load(content)) } as const,
  }));
  const turns = history.turns.map(({ seq, content }) => ({
    seq,
    parts: recordedParts(reading.load(content)),
  }));
  const last = turns.at(-1) ?? null;
  const isOpen = last !== null && !said.some(({ seq }) => seq > last.seq);
  let unfinished: UnfinishedTurn | null = null;
  const spoken = turns.flatMap(({ seq, parts }): { seq: number; message: ModelMessage }[] => {
    const calls = parts.filter((part) => part.type === "tool_call");
    const turn = { seq, message: { role: "assistant", parts } as const };
    if (calls.length === 0) return [turn];
    const answered = answersTo(seq, calls, history, reading);
    if (isOpen && seq === last.seq && answered.size < calls.length) {
      unfinished = { turn: seq, calls, answered };
      return [turn];
    }
    const answers = calls.map((call, index) => answered.get(index) ?? notMade(call));
    return [turn, { seq, message: { role: "tool", answers } }];
  });
  const messages = [...said, ...spoken]
    .toSorted((one, other) => one.seq - other.seq)
    .map(({ message }) => message);
  const operations = new Set(history.calls.map(({ operation }) => operation));
  return { messages, unfinished, turns: turns.length, operations };
}

/** The answers that the records hold to a turn's calls, by their places. */
function answersTo(
  turn: number,
  calls: readonly ToolCallPart[],
  history: SessionHistory,
  reading: Pick<JournalReading, "load" | "state">,
): ReadonlyMap<number, ToolAnswer> {
  const answers = new Map<number, ToolAnswer>();
  for (const [index, call] of calls.entries()) {
    const decided = history.callsFrom({ turn, call: index }).at(-1);
    if (decided !== undefined) {
      const outcome = outcomeOf(decided, history, reading);
      // Settled as not done: it can be made now.
      if (outcome === null) continue;
      answers.set(index, answerOf(call, { ...GOVERNED, operation: decided.operation, outcome }));
    } else if (holdsRedacted(call.arguments)) {
      answers.set(index, refusedAnswer(call, "arguments_not_kept", ARGUMENTS_NOT_KEPT));
    }
  }
  return answers;
}

/** What an answer does not tell. */
const GOVERNED = { decision: null, journal: null, durationMs: 0 } as const;

const ARGUMENTS_NOT_KEPT =
  "The call was not made before the session stopped, and its arguments were not kept whole. Propose it again if it is still needed.";

function notMade(call: ToolCallPart): ToolAnswer {
  return refusedAnswer(call, "turn_ended", "The turn ended before the call was made.");
}

function holdsRedacted(text: string): boolean {
  return text.includes('{"redacted":"');
}

function outcomeOf(
  decided: DecisionRecord,
  history: SessionHistory,
  { load, state }: Pick<JournalReading, "load" | "state">,
): CallOutcome | null {
  if (decided.type === "refusal") {
    const { code, because } = decided;
    return {
      kind: "refused",
      mayHaveRun: false,
      error: { code, message: because, hint: null, serverError: null },
    };
  }
  const recorded = history.outcomeOf(decided.seq);
  if (recorded !== null) return readOutcome(recorded, load);
  const verdict = history.verdictOn(decided.seq);
  if (verdict === "did_not") return null;
  const error =
    verdict === "did"
      ? errorOf(
          "outcome_not_recorded",
          "The call took effect; the session stopped before its result was kept.",
        )
      : errorOf(
          "interrupted",
          "The session stopped while the call ran: whether it took effect is not known.",
        );
  // A doubt that nobody settled stands; one that was settled as done is no failure of the call.
  return verdict === "did" && !state.doubts.has(decided.seq)
    ? {
        kind: "completed",
        mayHaveRun: true,
        result: { content: [{ type: "text", text: error.message }] },
      }
    : { kind: "uncertain", mayHaveRun: true, error, taskId: null };
}

function readOutcome(
  { kind, mayHaveRun, result, error, taskId }: OutcomeRecord,
  load: JournalReading["load"],
): CallOutcome {
  const value = result === null ? null : load(result);
  const content = value !== null && isJsonObject(value) ? value : {};
  const reason = error ?? errorOf("not_recorded", "The reason was not recorded.");
  switch (kind) {
    case "completed":
    case "tool_error":
      return { kind, mayHaveRun: true, result: content };
    case "refused":
      return { kind, mayHaveRun: false, error: reason };
    case "failed":
      return { kind, mayHaveRun, error: reason };
    case "uncertain":
      return { kind, mayHaveRun: true, error: reason, taskId };
  }
}

/** Why a recorded call has no result to tell the model. */
type UnknownResultCode = "outcome_not_recorded" | "interrupted" | "not_recorded";

function errorOf(code: UnknownResultCode, message: string) {
  return { code, message, hint: null, serverError: null };
}

function textOf(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
