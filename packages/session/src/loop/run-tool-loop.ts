import type { GovernedCallRequest, GovernedOutcome, McpHost } from "@perspt/host";
import { JournalError } from "@perspt/journal";
import type { ModelMessage, ModelRoute, ToolAnswer } from "@perspt/models";
import { answerOf, refusedAnswer } from "./answer-call.js";
import { argumentsText } from "./call-arguments.js";
import { withinContext } from "./context-window.js";
import type { LoopEnd, LoopEvent } from "./loop-event.js";
import { recordedPart } from "./recorded-part.js";
import { offerTools, type ToolOffer } from "./tool-offer.js";
import { type ToolCallPart, TurnCollector } from "./turn-collector.js";

/** Most calls of one model turn that are proposed; the model is told of the others. */
export const MAX_CALLS_PER_TURN = 16;

export interface ToolLoopOptions {
  readonly host: Pick<McpHost, "offered" | "callTurn" | "recordTurn" | "settled">;
  readonly route: ModelRoute;
  /** The model's own list of messages, ending with the person's; it grows by what is said and answered. */
  readonly messages: ModelMessage[];
  /** Most turns of the model in which it may call tools. */
  readonly maxRounds: number;
  readonly contextTokens: number | null;
  /** Ends the turn; a call that was sent by then ends as `uncertain`, and the model's list says so. */
  readonly signal: AbortSignal;
}

/**
 * One message of a person to its end: the model's turns, and its calls under the host's rules, until it answers without one. Before each
 * turn, changed catalogs have been decided on. Every turn is written down before its calls are made. Iterating never throws; the last event
 * is `ended`. However it ends, no call in `messages` is without its answer.
 */
export async function* runToolLoop(
  options: ToolLoopOptions,
): AsyncGenerator<LoopEvent, void, void> {
  const { host, signal, maxRounds } = options;
  for (let round = 1; ; round += 1) {
    await host.settled(signal);
    const offer = offerTools(host.offered());
    const turn = new TurnCollector();
    yield* modelTurn(options, offer, turn);
    if (turn.parts.length > 0) options.messages.push({ role: "assistant", parts: turn.parts });
    const recorded = turn.parts.length === 0 ? null : await record(options, offer, turn);
    const { calls } = turn;
    if (recorded?.kind === "unrecorded" || turn.failure !== null) {
      options.messages.push(...unanswered(calls, "The turn ended before the call was made."));
      const failure = recorded?.kind === "unrecorded" ? recorded.failure : turn.failure;
      return yield ended(
        signal.aborted || failure === null ? { kind: "cancelled" } : { kind: "failed", failure },
      );
    }
    if (calls.length === 0) return yield ended({ kind: "answered", usage: turn.usage });
    yield* callTools(options, offer, calls, recorded?.turn ?? null);
    if (signal.aborted) return yield ended({ kind: "cancelled" });
    if (round === maxRounds) return yield ended({ kind: "rounds_exhausted", rounds: maxRounds });
  }
}

async function* modelTurn(
  { route, messages, contextTokens, signal }: ToolLoopOptions,
  { tools }: ToolOffer,
  turn: TurnCollector,
): AsyncGenerator<LoopEvent, void, void> {
  const window = withinContext(messages, contextTokens ?? route.contextTokens);
  if (window.dropped > 0) yield { type: "context_trimmed", exchanges: window.dropped };
  for await (const event of route.stream({ messages: window.messages, tools }, signal)) {
    turn.take(event);
    if (event.type === "tool_call" || event.type === "finished" || event.type === "failed")
      continue;
    yield { type: "model", event };
  }
}

/** Makes what the model said durable, and resolves with the turn's seq. */
async function record({ host, route }: ToolLoopOptions, offer: ToolOffer, turn: TurnCollector) {
  try {
    const operations = turn.calls.map(({ name }) => offer.find(name)?.operation ?? name);
    const content = turn.parts.map(recordedPart);
    return {
      kind: "recorded",
      turn: await host.recordTurn({ route: route.name, content, operations }),
    } as const;
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    const { message, hint } = error;
    return { kind: "unrecorded", failure: { code: "stream_broken", message, hint } } as const;
  }
}

async function* callTools(
  { host, messages, signal }: ToolLoopOptions,
  offer: ToolOffer,
  calls: readonly ToolCallPart[],
  turn: number | null,
): AsyncGenerator<LoopEvent, void, void> {
  const made = calls.slice(0, MAX_CALLS_PER_TURN);
  const operationOf = ({ name }: ToolCallPart) => offer.find(name)?.operation ?? name;
  for (const call of made) {
    yield { type: "activity_started", id: call.id, operation: operationOf(call) };
  }
  const outcomes = await host.callTurn(
    made.map((call, index): GovernedCallRequest => {
      const offered = offer.find(call.name);
      return {
        operation: offered?.operation ?? call.name,
        arguments: { kind: "text", text: argumentsText(call.arguments) },
        ...(offered === null ? {} : { binding: offered.binding }),
        ...(turn === null ? {} : { origin: { turn, call: index } }),
        signal,
      };
    }),
  );
  const answers: ToolAnswer[] = [];
  for (const [index, call] of made.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined) throw new TypeError("callTurn answers every call");
    yield activityEnded(call, outcome);
    answers.push(answerOf(call, outcome));
  }
  const rest = calls
    .slice(MAX_CALLS_PER_TURN)
    .map((call) =>
      refusedAnswer(
        call,
        "too_many_calls",
        `At most ${MAX_CALLS_PER_TURN} calls are made in one turn.`,
      ),
    );
  messages.push({ role: "tool", answers: [...answers, ...rest] });
}

function activityEnded(
  call: ToolCallPart,
  { operation, outcome, durationMs }: GovernedOutcome,
): LoopEvent {
  return { type: "activity_ended", id: call.id, operation, outcome: outcome.kind, durationMs };
}

function unanswered(calls: readonly ToolCallPart[], note: string): readonly ModelMessage[] {
  if (calls.length === 0) return [];
  return [{ role: "tool", answers: calls.map((call) => refusedAnswer(call, "turn_ended", note)) }];
}

function ended(end: LoopEnd): LoopEvent {
  return { type: "ended", end };
}
