import type { BracketedPaste } from "./bracketed-paste.js";
import type { InputEvent } from "./input-event.js";
import { characterKey, NO_MODIFIERS, namedKey } from "./key-event.js";

/** After CSI or SS3. */
export interface ControlState {
  readonly at: "csi" | "ss3";
  readonly parameters: string;
}

/** Within OSC, DCS, SOS, PM or APC: a reply, dropped to its end. */
export interface StringState {
  readonly at: "string";
  readonly introducer: string;
  readonly isEmpty: boolean;
}

export type SequenceState =
  /** Behind an unfinished string the escape is the first half of ST. */
  | { readonly at: "escape"; readonly mayEndString: boolean }
  /** After ESC, within a character beyond ASCII. */
  | { readonly at: "alt_character" }
  | ControlState;

export type State =
  | SequenceState
  | StringState
  | { readonly at: "ground" }
  /** The three bytes after `CSI M`, which a terminal without SGR mouse mode reports. */
  | { readonly at: "old_mouse"; readonly left: number }
  | { readonly at: "paste"; readonly paste: BracketedPaste };

export const GROUND: State = { at: "ground" };

/** The key that the bytes are if nothing follows them. */
export function ambiguousKey(state: State): InputEvent | null {
  switch (state.at) {
    case "escape":
      return state.mayEndString ? null : namedKey("escape");
    case "csi":
      return state.parameters === "" ? altKey("[") : null;
    case "ss3":
      return state.parameters === "" ? altKey("O") : null;
    case "string":
      return state.isEmpty ? altKey(state.introducer) : null;
    case "ground":
    case "alt_character":
    case "old_mouse":
    case "paste":
      return null;
  }
}

export function altKey(character: string): InputEvent {
  return characterKey(character, { ...NO_MODIFIERS, alt: true });
}

export function endsSequence({ at, parameters }: ControlState, character: string): boolean {
  if (at === "ss3") return !/[\d;]/.test(character);
  // The Linux console's function keys, and rxvt's keys with Shift, differ from ECMA-48.
  if (character === "[" && parameters === "") return false;
  if (character === "$" && /^\d+$/.test(parameters)) return true;
  return character >= "@";
}
