import type { ModelEvent, ModelMessage, ModelRoute } from "@perspt/models";

/** What a model does in one turn: says something, and calls tools by the names that it was shown. */
export interface Turn {
  readonly thinks?: string;
  readonly says?: string;
  readonly calls?: readonly (readonly [name: string, argumentsValue: object])[];
}

/** A turn, or one that depends on what the model has read so far. */
export type Script = readonly (Turn | ((read: string) => Turn))[];

/** A model that plays its turns one after the other, in the shape in which real ones stream; then it only repeats the last. */
export function scriptedRoute(script: Script): ModelRoute {
  let played = 0;
  return {
    name: "scripted",
    contextTokens: null,
    async *stream({ messages }) {
      const step = script[Math.min(played, script.length - 1)] ?? {};
      played += 1;
      yield* eventsOf(typeof step === "function" ? step(answersIn(messages)) : step, played);
    },
  };
}

/** Everything that tools have answered, as text. */
function answersIn(messages: readonly ModelMessage[]): string {
  return messages
    .flatMap((message) => (message.role === "tool" ? message.answers : []))
    .map(({ output }) => JSON.stringify(output))
    .join("\n");
}

function* eventsOf({ thinks, says, calls = [] }: Turn, turn: number): Generator<ModelEvent> {
  if (thinks !== undefined) {
    yield { type: "reasoning_started" };
    for (const delta of pieces(thinks)) yield { type: "reasoning", delta };
    yield { type: "reasoning_ended" };
  }
  if (says !== undefined) {
    yield { type: "text_started" };
    for (const delta of pieces(says)) yield { type: "text", delta };
    yield { type: "text_ended" };
  }
  for (const [index, [name, value]] of calls.entries()) {
    yield {
      type: "tool_call",
      id: `call_${turn}_${index}`,
      name,
      arguments: JSON.stringify(value),
    };
  }
  const usage = { inputTokens: 900, outputTokens: 120, reasoningTokens: null };
  yield { type: "finished", reason: calls.length === 0 ? "stop" : "tool_calls", usage };
}

/** As a provider would stream it. */
function pieces(text: string): readonly string[] {
  return text.match(/.{1,12}/gs) ?? [];
}
