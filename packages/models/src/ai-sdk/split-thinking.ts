import type { ModelEvent } from "../model-event.js";
import { type SplitPiece, ThinkSplitter } from "../think-splitter.js";

/** Makes the inline `<think>` section of a model's text reasoning, with brackets of its own, whatever the stream's cuts. */
export class ThinkingText {
  readonly #splitter = new ThinkSplitter();
  #open: "text" | "reasoning" | null = null;

  take(event: ModelEvent): readonly ModelEvent[] {
    switch (event.type) {
      case "text_started":
        return [];
      case "text":
        return this.#pieces(this.#splitter.push(event.delta));
      case "text_ended":
        return [...this.#pieces(this.#splitter.end()), ...this.#close()];
      case "finished":
      case "failed":
      case "tool_call":
        return [...this.#pieces(this.#splitter.end()), ...this.#close(), event];
      case "reasoning_started":
      case "reasoning":
      case "reasoning_ended":
      case "retrying":
        return [event];
    }
  }

  #pieces(pieces: readonly SplitPiece[]): readonly ModelEvent[] {
    return pieces.flatMap(({ type, text }): readonly ModelEvent[] => {
      if (text === "") return [];
      const switched = this.#open === type ? [] : [...this.#close(), opening(type)];
      this.#open = type;
      return [...switched, { type, delta: text }];
    });
  }

  #close(): readonly ModelEvent[] {
    const open = this.#open;
    this.#open = null;
    if (open === null) return [];
    return [{ type: open === "text" ? "text_ended" : "reasoning_ended" }];
  }
}

function opening(type: "text" | "reasoning"): ModelEvent {
  return { type: type === "text" ? "text_started" : "reasoning_started" };
}
