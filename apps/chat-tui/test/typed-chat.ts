import type { PendingElicitation } from "@perspt/elicitation";
import type { LoopEvent } from "@perspt/session";
import { InputDecoder } from "../src/input/input-decoder.js";
import type { ChatEffect } from "../src/state/chat-effect.js";
import type { ChatEvent } from "../src/state/chat-event.js";
import type { ChatState } from "../src/state/chat-state.js";
import { type ChatBeginning, initialState } from "../src/state/initial-state.js";
import { reduce } from "../src/state/reduce.js";
import type { Frame, Row } from "../src/view/frame.js";
import { viewChat } from "../src/view/view-chat.js";

/** A chat without a terminal: bytes in, rows and effects out. */
export class TypedChat {
  readonly #decoder = new InputDecoder();
  now = 1_000;
  state: ChatState;
  /** Since they were last taken. */
  effects: ChatEffect[] = [];

  constructor(over: Partial<ChatBeginning> = {}) {
    this.state = initialState({
      size: { columns: 60, rows: 16 },
      model: "small",
      models: ["small", "smart"],
      showReasoning: false,
      mouse: "wheel",
      keys: new Map(),
      history: [],
      ...over,
    });
  }

  take(event: ChatEvent): this {
    const { state, effects } = reduce(this.state, event, this.now);
    this.state = state;
    this.effects.push(...effects);
    return this;
  }

  /** As a keyboard sends it, with time for a lone escape to be one. */
  type(bytes: string): this {
    const events = [...this.#decoder.feed(Buffer.from(bytes)), ...this.#decoder.flush()];
    for (const event of events) this.take({ type: "input", event });
    return this;
  }

  paste(text: string): this {
    return this.type(`\u001b[200~${text}\u001b[201~`);
  }

  turn(...events: readonly LoopEvent[]): this {
    for (const event of events) this.take({ type: "turn", event });
    return this;
  }

  ask(...pending: readonly PendingElicitation[]): this {
    return this.take({ type: "elicitations", pending });
  }

  frame(): Frame {
    return viewChat(this.state, this.now);
  }

  rows(): readonly string[] {
    return this.frame().rows.map(textOf);
  }

  /** What was to be done since it was last asked. */
  done(): readonly ChatEffect[] {
    const { effects } = this;
    this.effects = [];
    return effects;
  }
}

export function textOf(row: Row): string {
  return row.map(({ text }) => text).join("");
}

export function says(delta: string): LoopEvent {
  return { type: "model", event: { type: "text", delta } };
}

export function thinks(delta: string): LoopEvent {
  return { type: "model", event: { type: "reasoning", delta } };
}

export const ANSWERED: LoopEvent = {
  type: "ended",
  end: {
    kind: "answered",
    usage: { inputTokens: 12, outputTokens: 3, reasoningTokens: null },
  },
};
