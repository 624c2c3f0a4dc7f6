import type { InputEvent, KeyName } from "./input-event.js";
import { characterKey, type Modifiers, namedKey } from "./key-event.js";

/** Keys that have a code point of their own in kitty's protocol and in xterm's modifyOtherKeys. */
const NAMED: ReadonlyMap<number, KeyName> = new Map([
  [8, "backspace"],
  [9, "tab"],
  [13, "enter"],
  [27, "escape"],
  [127, "backspace"],
  [57414, "enter"],
  [57417, "left"],
  [57418, "right"],
  [57419, "up"],
  [57420, "down"],
  [57421, "page_up"],
  [57422, "page_down"],
  [57423, "home"],
  [57424, "end"],
  [57425, "insert"],
  [57426, "delete"],
]);

/** The characters of kitty's keypad keys, from code point 57399 on. */
const KEYPAD_FIRST = 57399;
const KEYPAD = "0123456789./*-+";
const KEYPAD_MORE: ReadonlyMap<number, string> = new Map([
  [57415, "="],
  [57416, ","],
]);

export interface CodedKey {
  readonly code: number;
  /** The code point that Shift makes of it, where the terminal says so. */
  readonly shifted: number | undefined;
  readonly modifiers: Modifiers;
}

/** A key reported by its code point; null for one that means nothing here, such as a modifier alone. */
export function codedKey({ code, shifted, modifiers }: CodedKey): InputEvent | null {
  const name = NAMED.get(code);
  if (name !== undefined) return namedKey(name, modifiers);
  const isShifted = modifiers.shift && shifted !== undefined;
  const character = characterOf(isShifted ? shifted : code);
  if (character === null) return null;
  if (modifiers.ctrl || modifiers.alt) return characterKey(character, modifiers);
  return { type: "text", text: modifiers.shift ? upperCase(character) : character };
}

function characterOf(code: number): string | null {
  const keypad = KEYPAD[code - KEYPAD_FIRST] ?? KEYPAD_MORE.get(code);
  if (keypad !== undefined) return keypad;
  // Kitty's other functional keys lie in the Private Use Area.
  if (code > 0x10ffff || (code >= 0xe000 && code <= 0xf8ff)) return null;
  const character = String.fromCodePoint(code);
  return /[\p{Cc}\p{Cs}]/u.test(character) ? null : character;
}

/** Only where one character becomes one: Shift makes no two characters of a letter. */
function upperCase(character: string): string {
  const upper = character.toUpperCase();
  return Array.from(upper).length === 1 ? upper : character;
}
