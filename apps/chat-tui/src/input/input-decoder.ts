import { BracketedPaste } from "./bracketed-paste.js";
import { csiEvent, ss3Event } from "./control-sequences.js";
import {
  altKey,
  ambiguousKey,
  type ControlState,
  endsSequence,
  GROUND,
  type SequenceState,
  type State,
  type StringState,
} from "./decoder-state.js";
import type { InputEvent } from "./input-event.js";
import { controlKey } from "./key-event.js";
import { UnbracketedPaste } from "./unbracketed-paste.js";

const ESC = 0x1b;
const BEL = 0x07;
const DEL = 0x7f;
const BACKSLASH = 0x5c;
const CONTROLS = /\p{Cc}+/gu;
/** After ESC: P is DCS, X is SOS, ] is OSC, ^ is PM, _ is APC. */
const STRING_INTRODUCERS = "PX]^_";
/** More than any sequence that a terminal sends; what is longer is dropped whole. */
const MAX_PARAMETERS = 256;
/** How long the rest of an escape sequence may take. */
const KEY_WAIT_MS = 50;
/** Longer than a connection stalls in the middle of a paste, and no longer than a person waits before a keyboard that seems dead. */
const PASTE_WAIT_MS = 2_000;
/** Private parameters, which no key has. */
const MEANINGLESS = "?";

/**
 * Turns what a terminal sends into events, in whatever pieces it comes: but for the unmarked pastes, which are found by read, any
 * division of the bytes gives the same events. Replies of the terminal and unknown sequences are dropped whole.
 *
 * It has no clock: its driver calls `flush` when `waitMs` have passed since the last `feed`.
 */
export class InputDecoder {
  #state: State = GROUND;
  #events: InputEvent[] = [];
  readonly #utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #unbracketed = new UnbracketedPaste();

  /**
   * After how much silence the bytes held are what they are so far: a lone ESC may be a key or the start of another one, and a paste may
   * have lost its end. Null where time decides nothing.
   */
  get waitMs(): number | null {
    if (this.#state.at === "paste") return PASTE_WAIT_MS;
    return this.#unbracketed.isOpen || ambiguousKey(this.#state) !== null ? KEY_WAIT_MS : null;
  }

  /** The events that the bytes complete. */
  feed(chunk: Uint8Array): readonly InputEvent[] {
    for (let rest = chunk; rest.length > 0; ) rest = this.#step(rest);
    return this.#unbracketed.read(this.#taken());
  }

  /** The events held back for what might have followed, which has not. */
  flush(): readonly InputEvent[] {
    if (this.#state.at === "paste") {
      this.#events.push(this.#state.paste.event());
      this.#state = GROUND;
    }
    this.#abandon();
    return [...this.#unbracketed.read(this.#taken()), ...this.#unbracketed.end()];
  }

  #taken(): readonly InputEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** Takes some of the bytes, at least one, or else changes the state; returns the others. */
  #step(bytes: Uint8Array): Uint8Array {
    const state = this.#state;
    switch (state.at) {
      case "ground":
        return this.#typed(bytes);
      case "paste":
        return this.#pasted(state.paste, bytes);
      case "old_mouse":
        this.#state = state.left > 1 ? { at: "old_mouse", left: state.left - 1 } : GROUND;
        return bytes.subarray(1);
      case "string":
        return this.#reply(state, bytes);
      case "escape":
      case "alt_character":
      case "csi":
      case "ss3": {
        const byte = bytes[0] ?? 0;
        const isTaken = isControl(byte)
          ? this.#interrupted(state, byte)
          : this.#continued(state, byte);
        return isTaken ? bytes.subarray(1) : bytes;
      }
    }
  }

  #typed(bytes: Uint8Array): Uint8Array {
    const end = endOfCharacters(bytes);
    this.#text(this.#utf8.decode(bytes.subarray(0, end), { stream: true }));
    const byte = bytes[end];
    if (byte === undefined) return bytes.subarray(end);
    // A character that a control cuts off is shown as U+FFFD.
    this.#text(this.#utf8.decode());
    if (byte === ESC) this.#state = { at: "escape", mayEndString: false };
    else this.#events.push(controlKey(byte, false));
    return bytes.subarray(end + 1);
  }

  #pasted(paste: BracketedPaste, bytes: Uint8Array): Uint8Array {
    const rest = paste.take(bytes);
    if (rest === null) return bytes.subarray(bytes.length);
    this.#events.push(paste.event());
    this.#state = GROUND;
    return rest;
  }

  /** BEL or ST ends a reply. None holds another control character: that is a key, and the reply was cut off. */
  #reply(state: StringState, bytes: Uint8Array): Uint8Array {
    const end = endOfCharacters(bytes);
    if (end > 0) this.#state = { ...state, isEmpty: false };
    const byte = bytes[end];
    if (byte === undefined) return bytes.subarray(end);
    this.#abandon();
    this.#state = byte === ESC ? { at: "escape", mayEndString: true } : GROUND;
    return bytes.subarray(byte === ESC || byte === BEL ? end + 1 : end);
  }

  /** Whether the control character within a sequence belongs to it; otherwise the sequence is broken off. */
  #interrupted(state: SequenceState, byte: number): boolean {
    if (state.at === "escape" && byte !== ESC) {
      this.#events.push(controlKey(byte, true));
      this.#state = GROUND;
      return true;
    }
    this.#abandon();
    this.#state = GROUND;
    return false;
  }

  /** Whether the byte belongs to the sequence. */
  #continued(state: SequenceState, byte: number): boolean {
    switch (state.at) {
      case "escape":
        return this.#escaped(state.mayEndString, byte);
      case "alt_character":
        this.#altCharacter(this.#utf8.decode(Uint8Array.of(byte), { stream: true }));
        return true;
      case "csi":
      case "ss3":
        if (byte > DEL) {
          this.#abandon();
          this.#state = GROUND;
          return false;
        }
        this.#state = this.#sequence(state, String.fromCharCode(byte));
        return true;
    }
  }

  #escaped(mayEndString: boolean, byte: number): boolean {
    const character = String.fromCharCode(byte);
    if (byte > DEL) {
      this.#state = { at: "alt_character" };
      return false;
    }
    if (character === "[") this.#state = { at: "csi", parameters: "" };
    else if (character === "O") this.#state = { at: "ss3", parameters: "" };
    else if (STRING_INTRODUCERS.includes(character)) {
      this.#state = { at: "string", introducer: character, isEmpty: true };
    } else {
      if (!mayEndString || byte !== BACKSLASH) this.#events.push(altKey(character));
      this.#state = GROUND;
    }
    return true;
  }

  #altCharacter(decoded: string): void {
    const [character, ...others] = decoded;
    if (character === undefined) return;
    if (character.replace(CONTROLS, "") !== "") this.#events.push(altKey(character));
    this.#text(others.join(""));
    this.#state = GROUND;
  }

  /** The state after one more character of a sequence. */
  #sequence(state: ControlState, character: string): State {
    const { at, parameters } = state;
    if (!endsSequence(state, character)) {
      const isTooLong = parameters.length >= MAX_PARAMETERS;
      return { at, parameters: isTooLong ? MEANINGLESS : parameters + character };
    }
    if (at === "csi" && parameters === "200" && character === "~") {
      return { at: "paste", paste: new BracketedPaste() };
    }
    if (at === "csi" && parameters === "" && character === "M") return { at: "old_mouse", left: 3 };
    const event = at === "csi" ? csiEvent(parameters, character) : ss3Event(parameters, character);
    if (event !== null) this.#events.push(event);
    return GROUND;
  }

  #text(decoded: string): void {
    const text = decoded.replace(CONTROLS, "");
    if (text !== "") this.#events.push({ type: "text", text });
  }

  /** Settles what time, or what came next, has decided. A sequence that is surely cut stays, for its rest may be late. */
  #abandon(): void {
    const key = ambiguousKey(this.#state);
    if (key === null) return;
    this.#events.push(key);
    this.#state = GROUND;
  }
}

/** Where the first control character stands, or the end. */
function endOfCharacters(bytes: Uint8Array): number {
  const control = bytes.findIndex(isControl);
  return control === -1 ? bytes.length : control;
}

function isControl(byte: number): boolean {
  return byte < 0x20 || byte === DEL;
}
