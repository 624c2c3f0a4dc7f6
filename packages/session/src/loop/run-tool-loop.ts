import type { GovernedCallRequest, GovernedOutcome, McpHost, SpokenMessage } from "@perspt/host";
import { JournalError } from "@perspt/journal";
import type { ModelFailure, ModelMessage, ModelRoute } from "@perspt/models";
import { answerOf, refusedAnswer } from "./answer-call.js";
import { argumentsText } from "./call-arguments.js";
import { withinContext } from "./context-window.js";
import type { LoopEnd, LoopEvent } from "./loop-event.js";
import { recordedPart } from "./recorded-part.js";
import { offerTools, type ToolOffer } from "./tool-offer.js";
import { type ToolCallPart, TurnCollector } from "./turn-collector.js";
import type { UnfinishedTurn } from "./unfinished-turn.js";

/** Most calls of one model turn that are proposed; the model is told of the others. */
export const MAX_CALLS_PER_TURN = 16;

/** What the loop needs of a host. */
export type LoopPort = "offered" | "callTurn" | "recordMessage" | "recordTurn" | "settled";

/** What the loop begins with. */
export type LoopStart =
  /** Something is said to the model: written down before it is sent. */
  | { readonly kind: "message"; readonly message: SpokenMessage }
  /** A session is continued: the calls of its last turn that were not made yet are made now. */
  | { readonly kind: "unfinished"; readonly turn: UnfinishedTurn }
  /** The model speaks next, on its messages as they stand. */
  | { readonly kind: "continue" };

export interface ToolLoopOptions {
  readonly host: Pick<McpHost, LoopPort>;
  readonly route: ModelRoute;
  /** The model's own list of messages; it grows by what is said and answered. */
  readonly messages: ModelMessage[];
  readonly start: LoopStart;
  /** Most turns of the model in which it may call tools. */
  readonly maxRounds: number;
  readonly contextTokens: number | null;
  /** Ends the turn; a call that was sent by then ends as `uncertain`, and the model's list says so. */
  readonly signal: AbortSignal;
  /** Ends the turn once the calls that are running have ended; left out, only `signal` ends it. */
  readonly stop?: AbortSignal;
}

/**
 * One message to its end: the model's turns, and its calls under the host's rules, until it answers without one. Before each
 * turn, changed catalogs have been decided on. Every turn is written down before its calls are made. Iterating never throws; the last event
 * is `ended`. However it ends, no call in `messages` is without its answer.
 */
export async function* runToolLoop(
  options: ToolLoopOptions,
): AsyncGenerator<LoopEvent, void, void> {
  const { host, start, maxRounds } = options;
  const stop = options.stop ?? options.signal;
  const signal = AbortSignal.any([options.signal, stop]);
  switch (start.kind) {
    case "message": {
      const said = await written(() => host.recordMessage(start.message));
      if (said.kind === "unwritten") {
        return yield ended({ kind: "failed", failure: said.failure });
      }
      options.messages.push({ role: "user", text: start.message.text });
      break;
    }
    case "unfinished":
      yield* callTools(options, offerTools(host.offered()), start.turn);
      break;
    case "continue":
  }
  for (let round = 1; ; round += 1) {
    if (signal.aborted) return yield ended({ kind: "cancelled" });
    await host.settled(signal);
    const offer = offerTools(host.offered());
    const turn = new TurnCollector();
    yield* modelTurn({ ...options, signal }, offer, turn);
    if (turn.parts.length > 0) options.messages.push({ role: "assistant", parts: turn.parts });
    const recorded = turn.parts.length === 0 ? null : await record(options, offer, turn);
    const { calls } = turn;
    if (recorded?.kind === "unwritten" || turn.failure !== null) {
      options.messages.push(...unanswered(calls, "The turn ended before the call was made."));
      const failure = recorded?.kind === "unwritten" ? recorded.failure : turn.failure;
      return yield ended(
        signal.aborted || failure === null ? { kind: "cancelled" } : { kind: "failed", failure },
      );
    }
    if (calls.length === 0) return yield ended({ kind: "answered", usage: turn.usage });
    yield* callTools(options, offer, { turn: recorded?.value ?? null, calls, answered: new Map() });
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
function record({ host, route }: ToolLoopOptions, offer: ToolOffer, turn: TurnCollector) {
  const operations = turn.calls.map(({ name }) => offer.find(name)?.operation ?? name);
  const content = turn.parts.map(recordedPart);
  return written(() => host.recordTurn({ route: route.name, content, operations }));
}

type Written<Value> =
  | { readonly kind: "written"; readonly value: Value }
  | { readonly kind: "unwritten"; readonly failure: ModelFailure };

/** A journal that cannot be written ends the turn: what is not written down does not happen. */
async function written<Value>(write: () => Promise<Value>): Promise<Written<Value>> {
  try {
    return { kind: "written", value: await write() };
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    const { message, hint } = error;
    return { kind: "unwritten", failure: { code: "stream_broken", message, hint } };
  }
}

async function* callTools(
  { host, messages, signal }: ToolLoopOptions,
  offer: ToolOffer,
  { turn, calls, answered }: UnfinishedTurn,
): AsyncGenerator<LoopEvent, void, void> {
  const made = calls
    .slice(0, MAX_CALLS_PER_TURN)
    .flatMap((call, index) => (answered.has(index) ? [] : [{ call, index }]));
  const operationOf = ({ name }: ToolCallPart) => offer.find(name)?.operation ?? name;
  for (const { call } of made) {
    yield { type: "activity_started", id: call.id, operation: operationOf(call) };
  }
  const outcomes = await host.callTurn(
    made.map(({ call, index }): GovernedCallRequest => {
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
  const answers = new Map(answered);
  for (const [place, { call, index }] of made.entries()) {
    const outcome = outcomes[place];
    if (outcome === undefined) throw new TypeError("callTurn answers every call");
    yield activityEnded(call, outcome);
    answers.set(index, answerOf(call, outcome));
  }
  const inOrder = [...answers].toSorted(([one], [other]) => one - other);
  const rest = calls
    .slice(MAX_CALLS_PER_TURN)
    .map((call) =>
      refusedAnswer(
        call,
        "too_many_calls",
        `At most ${MAX_CALLS_PER_TURN} calls are made in one turn.`,
      ),
    );
  messages.push({ role: "tool", answers: [...inOrder.map(([, answer]) => answer), ...rest] });
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
