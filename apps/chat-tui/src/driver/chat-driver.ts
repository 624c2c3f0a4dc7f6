import { setTimeout as pause } from "node:timers/promises";
import type { QueuedElicitation } from "@perspt/elicitation";
import type { McpHost } from "@perspt/host";
import type { ModelRoute } from "@perspt/models";
import type { Conversation } from "@perspt/session";
import { sanitizeForTerminal } from "@perspt/text";
import type { ChatHistory } from "../chat-options.js";
import { mcpLines } from "../mcp/mcp-lines.js";
import type { Screen, ScreenEvent } from "../screen/screen.js";
import type { ChatEffect } from "../state/chat-effect.js";
import type { ChatEvent } from "../state/chat-event.js";
import type { ChatState } from "../state/chat-state.js";
import { reduce } from "../state/reduce.js";
import { answers } from "../transcript/transcript.js";
import { viewChat } from "../view/view-chat.js";
import { editExternally } from "./edit-externally.js";
import { exportConversation } from "./export-conversation.js";
import { RedrawTimer } from "./redraw-timer.js";

/** How long the first message waits for servers that are starting, in milliseconds. */
const DISCOVERY_WAIT_MS = 3_000;

export interface ChatDriverOptions {
  readonly screen: Screen;
  readonly host: McpHost;
  readonly conversation: Conversation;
  readonly elicitation: QueuedElicitation;
  readonly models: ReadonlyMap<string, () => ModelRoute>;
  readonly history: ChatHistory;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
  /** Ends the chat when it aborts. */
  readonly signal: AbortSignal;
  readonly state: ChatState;
}

/** Feeds what happens to the state, does what follows from it, and shows the state. It decides nothing. */
export class ChatDriver {
  readonly #options: ChatDriverOptions;
  readonly #redraw: RedrawTimer;
  readonly #ended = new AbortController();
  /** Settled once every server has been asked what it has, or has failed. */
  #discovery: Promise<unknown> = Promise.resolve();
  #turn: AbortController | null = null;
  #state: ChatState;

  constructor(options: ChatDriverOptions) {
    this.#options = options;
    this.#state = options.state;
    this.#redraw = new RedrawTimer(() => this.#draw());
  }

  /** Until the person leaves; resolves with what stays on the terminal: the last answer. Discovery runs beside it. */
  async run(): Promise<string> {
    const { screen, host, elicitation } = this.#options;
    const { signal } = this.#ended;
    const stopListening = elicitation.onChange(() =>
      this.dispatch({ type: "elicitations", pending: elicitation.pending() }),
    );
    screen.setMouse(this.#state.mouse);
    this.#draw();
    this.#discovery = host.discover(signal);
    const stop = (): void => this.#ended.abort();
    if (this.#options.signal.aborted) stop();
    this.#options.signal.addEventListener("abort", stop, { once: true });
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    this.#turn?.abort();
    stopListening();
    this.#redraw.stop();
    await this.#discovery;
    const [last] = answers(this.#state.transcript);
    return last === undefined ? "" : `${sanitizeForTerminal(last, { layout: "multiline" })}\n`;
  }

  /** What the screen tells. */
  take(event: ScreenEvent): void {
    switch (event.type) {
      case "input":
        this.dispatch({ type: "input", event: event.event });
        return;
      case "resized":
      case "resumed":
        this.dispatch({ type: "resized", size: event.size });
        return;
    }
  }

  /** Something happened to a server: a page that shows it is brought up to date, and nothing else is shown. */
  hostChanged(): void {
    if (this.#state.sheet?.kind === "mcp") this.#reportMcp();
  }

  dispatch(event: ChatEvent): void {
    if (this.#ended.signal.aborted) return;
    const { state, effects } = reduce(this.#state, event, this.#options.now());
    const changed = state !== this.#state;
    this.#state = state;
    for (const effect of effects) this.#perform(effect);
    if (changed || effects.length > 0) this.#redraw.soon();
  }

  #perform(effect: ChatEffect): void {
    const { screen, conversation, elicitation, history } = this.#options;
    switch (effect.type) {
      case "send":
        void this.#send(effect.text);
        return;
      case "cancel_turn":
        this.#turn?.abort();
        return;
      case "answer":
        elicitation.answer(effect.id, effect.answer);
        return;
      case "report_mcp":
        this.#reportMcp();
        return;
      case "select_model":
        this.#selectModel(effect.name);
        return;
      case "forget":
        conversation.clear();
        return;
      case "remember":
        history.append(effect.text);
        return;
      case "copy":
        this.#copy(effect.text);
        return;
      case "export":
        this.dispatch(exportConversation(effect.file, effect.text));
        return;
      case "set_mouse":
        screen.setMouse(effect.mouse);
        return;
      case "edit_externally":
        void this.#edit(effect.text);
        return;
      case "repaint":
        screen.repaint();
        return;
      case "suspend":
        screen.suspend();
        return;
      case "quit":
        this.#ended.abort();
        return;
    }
  }

  async #send(text: string): Promise<void> {
    const turn = new AbortController();
    this.#turn = turn;
    // A server that is still starting is worth a short wait, and not more: its tools come with a later message.
    await Promise.race([this.#discovery, pause(DISCOVERY_WAIT_MS, undefined, { ref: false })]);
    for await (const event of this.#options.conversation.send(text, turn.signal)) {
      this.dispatch({ type: "turn", event });
    }
    this.#turn = null;
  }

  #reportMcp(): void {
    const { host, elicitation } = this.#options;
    const lines = mcpLines(host.reports(), elicitation.pending());
    this.dispatch({ type: "mcp_reported", lines });
  }

  #selectModel(name: string): void {
    const make = this.#options.models.get(name);
    if (make === undefined) return;
    this.#options.conversation.select(make());
    this.dispatch({ type: "model_selected", name });
  }

  #copy(text: string): void {
    const outcome = this.#options.screen.copy(text);
    this.dispatch(
      outcome === "asked"
        ? { type: "told", tone: "good", text: "Copied, where the terminal allows it." }
        : {
            type: "told",
            tone: "warning",
            text: "The answer is too long for the terminal's clipboard: /export FILE writes it.",
          },
    );
  }

  async #edit(text: string): Promise<void> {
    const { screen, environment } = this.#options;
    this.dispatch(await editExternally(text, environment, (use) => screen.lend(use)));
  }

  #draw(): void {
    const now = this.#options.now();
    this.#state = reduce(this.#state, { type: "tick" }, now).state;
    this.#options.screen.draw(viewChat(this.#state, now));
    // What is shown of time changes by itself.
    if (this.#state.turn.kind === "running" || this.#state.hint !== null) this.#redraw.later();
  }
}
