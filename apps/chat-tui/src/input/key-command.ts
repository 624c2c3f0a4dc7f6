import { type BoundKeys, DEFAULT_KEYS } from "./bound-keys.js";
import type { KeyCommand, KeyPrefix } from "./command.js";
import type { InputEvent } from "./input-event.js";
import type { KeyEvent } from "./key-event.js";

const WHEEL_ROWS = 3;
const NONE: KeyCommand = { kind: "none" };

/** What an event asks for; `prefix` is that of the command before it, or null. */
export function keyCommand(
  event: InputEvent,
  prefix: KeyPrefix | null,
  { commands }: BoundKeys = DEFAULT_KEYS,
): KeyCommand {
  switch (event.type) {
    case "text":
      return { kind: "edit", edit: { type: "insert", text: event.text } };
    case "paste":
      return { kind: "edit", edit: event };
    case "wheel": {
      const count = event.direction === "up" ? -WHEEL_ROWS : WHEEL_ROWS;
      return { kind: "scroll", by: { unit: "rows", count } };
    }
    case "focus":
      return prefix === null ? NONE : { kind: "prefix", prefix };
    case "key": {
      const chord = chordOf(event);
      if (prefix !== null) return commands.get(`${prefix} ${chord}`) ?? NONE;
      // Shift, where it means nothing of its own, is often still held.
      return commands.get(chord) ?? commands.get(unshifted(event, chord)) ?? NONE;
    }
  }
}

/** A key as the key map spells it: `C-` for Ctrl, `M-` for Alt, `S-` for Shift, in this order. */
export function chordOf({ key, ctrl, alt, shift }: KeyEvent): string {
  const name = typeof key === "string" ? spelled(key) : characterName(key.character);
  // The shift of a sign is in the sign.
  const isShifted = shift && (typeof key === "string" || /\p{L}/u.test(key.character));
  return `${ctrl ? "C-" : ""}${alt ? "M-" : ""}${isShifted ? "S-" : ""}${name}`;
}

function unshifted({ key }: KeyEvent, chord: string): string {
  return typeof key === "string" ? chord.replace("S-", "") : chord;
}

function characterName(character: string): string {
  return character === " " ? "Space" : character;
}

/** `page_up` is spelled PageUp. */
function spelled(name: string): string {
  return name
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
