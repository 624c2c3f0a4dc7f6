import type { InputEvent, KeyName } from "./input-event.js";

export type KeyEvent = Extract<InputEvent, { readonly type: "key" }>;

export interface Modifiers {
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

export const NO_MODIFIERS: Modifiers = { ctrl: false, alt: false, shift: false };

export function namedKey(key: KeyName, { ctrl, alt, shift }: Modifiers = NO_MODIFIERS): KeyEvent {
  return { type: "key", key, ctrl, alt, shift };
}

/** A character with Ctrl or Alt; an upper-case one was typed with Shift. */
export function characterKey(character: string, { ctrl, alt, shift }: Modifiers): KeyEvent {
  const lower = character.toLowerCase();
  const key = { character: lower };
  return { type: "key", key, ctrl, alt, shift: shift || lower !== character };
}

/** The key that a C0 control or DEL stands for. */
export function controlKey(byte: number, alt: boolean): KeyEvent {
  switch (byte) {
    case 0x0d:
      return namedKey("enter", { ...NO_MODIFIERS, alt });
    case 0x09:
      return namedKey("tab", { ...NO_MODIFIERS, alt });
    case 0x1b:
      return namedKey("escape", { ...NO_MODIFIERS, alt });
    case 0x7f:
      return namedKey("backspace", { ...NO_MODIFIERS, alt });
    case 0x00:
      return characterKey(" ", { ctrl: true, alt, shift: false });
    default:
      // 0x01 is C-a, 0x1f is C-_.
      return characterKey(String.fromCharCode(byte | 0x40).toLowerCase(), {
        ctrl: true,
        alt,
        shift: false,
      });
  }
}
