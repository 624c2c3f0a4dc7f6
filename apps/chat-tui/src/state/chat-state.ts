import type { PendingElicitation } from "@perspt/elicitation";
import type { ModelUsage } from "@perspt/models";
import type { Prompt } from "../editor/history.js";
import type { BoundKeys } from "../input/bound-keys.js";
import type { KeyPrefix } from "../input/command.js";
import type { Scroll } from "../transcript/scroll.js";
import type { Transcript } from "../transcript/transcript.js";
import type { Size, Tone } from "../view/frame.js";

/** Everything that the screen is a function of. */
export interface ChatState {
  readonly size: Size;
  readonly transcript: Transcript;
  readonly scroll: Scroll;
  /** What is being written, and what was written before. */
  readonly prompt: Prompt;
  readonly turn: TurnState;
  readonly model: ModelState;
  readonly reasoning: ReasoningState;
  /** What servers ask the person, oldest first; the first is shown. */
  readonly elicitations: readonly PendingElicitation[];
  /** A page in the conversation's place, such as the help; null for the conversation. */
  readonly sheet: Sheet | null;
  /** The completion that Tab walks through; null where nothing was completed last. */
  readonly completion: Completion | null;
  readonly search: Search | null;
  /** A word to the person that goes away by itself. */
  readonly hint: Hint | null;
  readonly mouse: "off" | "wheel";
  /** What each key does. */
  readonly keys: BoundKeys;
  /** The first of two keys that was pressed; null for none. */
  readonly prefix: KeyPrefix | null;
}

export type TurnState =
  | { readonly kind: "idle" }
  | {
      readonly kind: "running";
      /** When the message was sent, in milliseconds of the state's clock. */
      readonly since: number;
      /** The answer that is being written, by its block; null before its first word. */
      readonly block: number | null;
      /** Calls under way, by id. */
      readonly activities: ReadonlyMap<string, string>;
      readonly isCancelled: boolean;
    };

export interface ModelState {
  readonly selected: string;
  /** What can be selected. */
  readonly names: readonly string[];
  /** Of the last answer; null before it, and where the provider does not say. */
  readonly usage: ModelUsage | null;
}

export interface ReasoningState {
  readonly isShown: boolean;
  /** What the selected model thought in the last turn, and nothing else. */
  readonly text: string;
}

export interface Sheet {
  readonly kind: "help" | "mcp" | "models";
  readonly lines: readonly SheetLine[];
  /** The first row that is shown, once wrapped. */
  readonly top: number;
}

export interface SheetLine {
  /** Sanitised. */
  readonly text: string;
  readonly tone: Tone;
  /** Columns before the text and before what is wrapped of it. */
  readonly indent: number;
}

export interface Completion {
  /** The text before Tab was first pressed. */
  readonly typed: string;
  readonly index: number;
}

export interface Search {
  readonly query: string;
  /** The block of the place that was found last; null where nothing was. */
  readonly block: number | null;
}

export interface Hint {
  readonly text: string;
  readonly tone: Tone;
  /** When it goes, on the state's clock. */
  readonly until: number;
  /** What pressing the same key again means while it is shown. */
  readonly arms: "cancel" | "exit" | null;
}
