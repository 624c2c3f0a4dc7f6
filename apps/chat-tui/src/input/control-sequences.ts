import type { InputEvent, KeyName } from "./input-event.js";
import { codedKey } from "./key-codes.js";
import { type Modifiers, NO_MODIFIERS, namedKey } from "./key-event.js";

const LETTERS: ReadonlyMap<string, KeyName> = new Map([
  ["A", "up"],
  ["B", "down"],
  ["C", "right"],
  ["D", "left"],
  ["F", "end"],
  ["H", "home"],
  ["P", "f1"],
  ["Q", "f2"],
  ["S", "f4"],
]);

/** Letters that only SS3 has; after CSI an R reports where the cursor is. */
const SS3_LETTERS: ReadonlyMap<string, KeyName> = new Map([
  ["M", "enter"],
  ["R", "f3"],
]);

/** rxvt's arrows with Shift after CSI, and with Ctrl after SS3. */
const RXVT_ARROWS: ReadonlyMap<string, KeyName> = new Map([
  ["a", "up"],
  ["b", "down"],
  ["c", "right"],
  ["d", "left"],
]);

const NUMBERS: ReadonlyMap<number, KeyName> = new Map([
  [1, "home"],
  [2, "insert"],
  [3, "delete"],
  [4, "end"],
  [5, "page_up"],
  [6, "page_down"],
  [7, "home"],
  [8, "end"],
  [11, "f1"],
  [12, "f2"],
  [13, "f3"],
  [14, "f4"],
  [15, "f5"],
  [17, "f6"],
  [18, "f7"],
  [19, "f8"],
  [20, "f9"],
  [21, "f10"],
  [23, "f11"],
  [24, "f12"],
]);

/** The Linux console's F1 to F5: `ESC [ [ A` and so on. */
const CONSOLE_KEYS: readonly KeyName[] = ["f1", "f2", "f3", "f4", "f5"];

/**
 * What `CSI parameters final` means; null for what is no key, wheel or focus, such as a reply to DA, DSR, DECRQM or to kitty's query.
 * Sources: ECMA-48 5.4, xterm's ctlseqs, kitty's keyboard protocol.
 */
export function csiEvent(parameters: string, final: string): InputEvent | null {
  if (parameters.startsWith("<")) return wheelEvent(parameters.slice(1), final);
  if (parameters === "[") return named(CONSOLE_KEYS[final.charCodeAt(0) - 0x41], NO_MODIFIERS);
  if (!/^[\d;:]*$/.test(parameters)) return null;
  if (parameters === "") {
    if (final === "I") return { type: "focus", focus: "gained" };
    if (final === "O") return { type: "focus", focus: "lost" };
    const arrow = RXVT_ARROWS.get(final);
    if (arrow !== undefined) return namedKey(arrow, { ...NO_MODIFIERS, shift: true });
  }
  const [[code = 1, shifted] = [], [bits = 1, phase] = [], [other = 0] = []] = fieldsOf(parameters);
  const modifiers = modifiersOf(bits);
  if (modifiers === null || phase === RELEASE) return null;
  switch (final) {
    case "u":
      return codedKey({ code, shifted, modifiers });
    case "~":
      if (code === 27) return codedKey({ code: other, shifted: undefined, modifiers });
      return named(NUMBERS.get(code), modifiers);
    case "Z":
      return namedKey("tab", { ...modifiers, shift: true });
    default:
      return named(LETTERS.get(final), modifiers);
  }
}

/** What `SS3 parameters final` means: a cursor or function key, or a key of the keypad in application mode. */
export function ss3Event(parameters: string, final: string): InputEvent | null {
  const modifiers = modifiersOf(fieldsOf(parameters).at(-1)?.[0] ?? 1);
  if (modifiers === null) return null;
  const arrow = RXVT_ARROWS.get(final);
  if (arrow !== undefined) return namedKey(arrow, { ...modifiers, ctrl: true });
  const name = LETTERS.get(final) ?? SS3_LETTERS.get(final);
  if (name !== undefined) return namedKey(name, modifiers);
  if (final === "X") return { type: "text", text: "=" };
  // From `j`, the asterisk, to `y`, the nine.
  if (!/^[j-y]$/.test(final)) return null;
  return { type: "text", text: String.fromCharCode(final.charCodeAt(0) - 0x40) };
}

function named(name: KeyName | undefined, modifiers: Modifiers): InputEvent | null {
  return name === undefined ? null : namedKey(name, modifiers);
}

/** An absent field, and an absent part of one, is undefined. */
function fieldsOf(parameters: string): readonly (readonly (number | undefined)[])[] {
  return parameters
    .split(";")
    .map((field) => field.split(":").map((part) => (part === "" ? undefined : Number(part))));
}

/** Kitty's event type for a key that was let go. */
const RELEASE = 3;

/** Super and Hyper: such a key belongs to the desktop, and its character is not typed. */
const FOREIGN_MODIFIERS = 8 | 16;
const META = 32;

function modifiersOf(parameter: number): Modifiers | null {
  const bits = parameter - 1;
  if ((bits & FOREIGN_MODIFIERS) !== 0) return null;
  return { shift: (bits & 1) !== 0, alt: (bits & (2 | META)) !== 0, ctrl: (bits & 4) !== 0 };
}

/** Shift, Alt and Ctrl, which the wheel ignores. */
const MOUSE_MODIFIERS = 4 | 8 | 16;
const WHEEL_UP = 64;
const WHEEL_DOWN = 65;

/** SGR mouse reports: of them only the wheel means something. Rows and columns are counted from 0. */
function wheelEvent(parameters: string, final: string): InputEvent | null {
  const [[button = 0] = [], [x = 1] = [], [y = 1] = []] = fieldsOf(parameters);
  const wheel = button & ~MOUSE_MODIFIERS;
  if (final !== "M" || (wheel !== WHEEL_UP && wheel !== WHEEL_DOWN)) return null;
  return {
    type: "wheel",
    direction: wheel === WHEEL_UP ? "up" : "down",
    row: y - 1,
    column: x - 1,
  };
}
