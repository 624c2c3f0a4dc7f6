import type { McpHost } from "@perspt/host";
import type { ModelMessage, ModelRoute } from "@perspt/models";
import type { LoopEvent } from "../loop/loop-event.js";
import { type LoopPort, runToolLoop } from "../loop/run-tool-loop.js";
import { CHAT_INSTRUCTIONS } from "./chat-instructions.js";

export interface ConversationOptions {
  readonly host: Pick<McpHost, LoopPort>;
  readonly route: ModelRoute;
  readonly maxRounds: number;
  /** Null: what the route says. */
  readonly contextTokens: number | null;
}

/**
 * The model's side of a chat: its messages, which hold what the person wrote, what the model said and what its calls were answered with,
 * and nothing else. What a screen shows is a list of its own.
 */
export class Conversation {
  readonly #options: ConversationOptions;
  #route: ModelRoute;
  #messages: ModelMessage[] = [];
  #isRunning = false;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#route = options.route;
  }

  get route(): ModelRoute {
    return this.#route;
  }

  /** As the next turn will send them, after the instructions. */
  get messages(): readonly ModelMessage[] {
    return this.#messages;
  }

  /**
   * One message of the person to its end; see `runToolLoop`. One at a time: a second one before the first has ended is a broken contract
   * and throws. A turn that failed before the model said anything leaves no trace in the messages, so that the person can send it again.
   */
  async *send(text: string, signal: AbortSignal): AsyncGenerator<LoopEvent, void, void> {
    if (this.#isRunning) throw new TypeError("The last message has not been answered yet.");
    this.#isRunning = true;
    const messages: ModelMessage[] = [
      { role: "system", text: CHAT_INSTRUCTIONS },
      ...this.#messages,
    ];
    const said = messages.length + 1;
    const { host, maxRounds, contextTokens } = this.#options;
    try {
      yield* runToolLoop({
        host,
        route: this.#route,
        messages,
        start: { kind: "message", message: { from: "person", text } },
        maxRounds,
        contextTokens,
        signal,
      });
    } finally {
      if (messages.length > said) this.#messages = messages.slice(1);
      this.#isRunning = false;
    }
  }

  /** From the next message on. What was said so far goes to the new model too. */
  select(route: ModelRoute): void {
    this.#route = route;
  }

  /** The model remembers nothing of what was said. */
  clear(): void {
    this.#messages = [];
  }
}
