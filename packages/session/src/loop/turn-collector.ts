import type { AssistantPart, ModelEvent, ModelFailure, ModelUsage } from "@perspt/models";

export type ToolCallPart = Extract<AssistantPart, { readonly type: "tool_call" }>;

/** What a model's stream adds up to. */
export class TurnCollector {
  readonly #parts: AssistantPart[] = [];
  #open: { type: "text" | "reasoning"; text: string } | null = null;
  failure: ModelFailure | null = null;
  usage: ModelUsage = { inputTokens: null, outputTokens: null, reasoningTokens: null };

  take(event: ModelEvent): void {
    switch (event.type) {
      case "text_started":
        this.#begin("text");
        return;
      case "reasoning_started":
        this.#begin("reasoning");
        return;
      case "text":
      case "reasoning":
        if (this.#open?.type !== event.type) this.#begin(event.type);
        if (this.#open !== null) this.#open.text += event.delta;
        return;
      case "text_ended":
        this.#close({});
        return;
      case "reasoning_ended":
        this.#close(event.providerData === undefined ? {} : { providerData: event.providerData });
        return;
      case "tool_call": {
        this.#close({});
        this.#parts.push(event);
        return;
      }
      case "retrying":
        return;
      case "finished":
        this.#close({});
        this.usage = event.usage;
        return;
      case "failed":
        this.#close({});
        this.failure = event.failure;
        return;
    }
  }

  get parts(): readonly AssistantPart[] {
    return this.#parts;
  }

  get calls(): readonly ToolCallPart[] {
    return this.#parts.flatMap((part) => (part.type === "tool_call" ? [part] : []));
  }

  #begin(type: "text" | "reasoning"): void {
    this.#close({});
    this.#open = { type, text: "" };
  }

  #close(data: Pick<Extract<AssistantPart, { readonly type: "reasoning" }>, "providerData">): void {
    const open = this.#open;
    this.#open = null;
    if (open === null || (open.text === "" && data.providerData === undefined)) return;
    this.#parts.push(
      open.type === "text"
        ? { type: "text", text: open.text }
        : { type: "reasoning", text: open.text, ...data },
    );
  }
}
