import type { McpElicitationProvider } from "@perspt/elicitation";
import type { HostObserver, McpHost } from "@perspt/host";
import type { McpSamplingProvider } from "@perspt/mcp-client";
import type { ModelRoute } from "@perspt/models";
import type { ChosenKeys } from "./input/bound-keys.js";
import type { EmojiStyle } from "./screen/glyphs.js";
import type { TerminalInput, TerminalOutput } from "./screen/terminal-streams.js";

/** What a host is given by the chat that it serves. */
export interface ChatPorts {
  /** Asks the person at the screen. */
  readonly elicitation: McpElicitationProvider;
  /** The model that is selected when a server asks. */
  readonly sampling: McpSamplingProvider;
  readonly observe: HostObserver;
}

/** Where what was written is kept for the next chat. It must not throw: a history that cannot be kept is not worth a chat. */
export interface ChatHistory {
  load(): readonly string[];
  append(text: string): void;
}

export interface ChatOptions {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The routes that can be selected, by name; made when they are. */
  readonly models: ReadonlyMap<string, () => ModelRoute>;
  /** One of them. */
  readonly model: string;
  /** Makes the governed plane that the chat calls through, and closes with the chat; nothing of a server is started by that. */
  readonly openHost: (ports: ChatPorts) => McpHost;
  readonly showReasoning: boolean;
  /** Whether the wheel scrolls the transcript. */
  readonly mouse: "off" | "wheel";
  readonly emoji: EmojiStyle;
  /** The person's own keys. None may be given twice, and of C-c, Escape and C-x none at all. */
  readonly keys: ChosenKeys;
  readonly maxToolRounds: number;
  /** Null: what the route says. */
  readonly contextTokens: number | null;
  readonly history: ChatHistory;
  /** Ends the chat, as leaving it does. */
  readonly signal: AbortSignal;
  /** For a clock of its own in tests; milliseconds. */
  readonly now?: () => number;
}

export type ChatEnd =
  | { readonly kind: "left" }
  /** There is no terminal that a screen can be opened on. */
  | { readonly kind: "refused"; readonly message: string };
