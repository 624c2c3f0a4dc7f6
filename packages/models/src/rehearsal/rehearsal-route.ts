import type { ModelEvent } from "../model-event.js";
import type { ModelMessage, ModelRequest, ModelTool } from "../model-request.js";
import type { ModelRoute } from "../model-route.js";
import { readMessage } from "./read-line.js";

const HELP =
  'This is a rehearsal: no model, no network, the same answer every time. Write `call OPERATION {"argument":"value"}` and I propose that call; several lines are several calls at once.';

/**
 * A model that is none: offline, deterministic and honest about it. It proposes the calls that a person writes out, and then tells what
 * came of them, so that every feature can be tried without a key.
 */
export function rehearsalRoute(): ModelRoute {
  return {
    name: "rehearsal",
    contextTokens: null,
    async *stream(request, signal) {
      for (const event of answer(request)) {
        if (signal.aborted) {
          const message = "The turn was cancelled.";
          yield { type: "failed", failure: { code: "cancelled", message, hint: null } };
          return;
        }
        yield event;
        // A turn of the event loop, as every real route takes.
        await Promise.resolve();
      }
    },
  };
}

/** One turn, whole. Pure. */
export function answer({ messages, tools }: ModelRequest): readonly ModelEvent[] {
  const last = messages.at(-1);
  if (last?.role === "tool") return said(told(last), messages);
  if (last?.role !== "user") return said(HELP, messages);
  const steps = readMessage(last.text);
  const calls = steps.flatMap((step, index) =>
    step.kind === "call"
      ? [
          {
            type: "tool_call" as const,
            id: `rehearsal-${messages.length}-${index}`,
            name: shownName(step.operation, tools),
            arguments: step.arguments,
          },
        ]
      : [],
  );
  const unclear = steps.flatMap((step) =>
    step.kind === "unclear"
      ? [`I cannot propose ${JSON.stringify(step.line)}: ${step.because}.`]
      : [],
  );
  if (calls.length === 0) return said([...unclear, HELP, offered(tools)].join("\n\n"), messages);
  return [
    ...(unclear.length === 0 ? [] : text(unclear.join("\n"))),
    ...calls,
    { type: "finished", reason: "tool_calls", usage: usageOf(messages) },
  ];
}

/** The alias that the model is shown for an operation's own name. */
function shownName(operation: string, tools: readonly ModelTool[]): string {
  if (tools.some(({ name }) => name === operation)) return operation;
  const alias = operation.replaceAll(".", "__");
  return tools.some(({ name }) => name === alias) ? alias : operation;
}

function told({ answers }: Extract<ModelMessage, { readonly role: "tool" }>): string {
  return answers
    .map(({ name, output, status }) => {
      const shown = typeof output === "string" ? output : JSON.stringify(output, null, 2);
      return `${name} ${status === "ok" ? "answered" : "did not succeed"}:\n${shown}`;
    })
    .join("\n\n");
}

function offered(tools: readonly ModelTool[]): string {
  return tools.length === 0
    ? "No operation is offered to me."
    : `Offered to me: ${tools.map(({ name }) => name).join(", ")}.`;
}

function said(words: string, messages: readonly ModelMessage[]): readonly ModelEvent[] {
  return [...text(words), { type: "finished", reason: "stop", usage: usageOf(messages) }];
}

/** In pieces, as a real answer comes. */
function text(words: string): readonly ModelEvent[] {
  const deltas = words.match(/\S+\s*|\s+/g) ?? [];
  return [
    { type: "text_started" },
    ...deltas.map((delta) => ({ type: "text" as const, delta })),
    { type: "text_ended" },
  ];
}

/** Characters by four: an honest guess is all that there is to count. */
function usageOf(messages: readonly ModelMessage[]) {
  const characters = JSON.stringify(messages).length;
  return { inputTokens: Math.ceil(characters / 4), outputTokens: null, reasoningTokens: null };
}
