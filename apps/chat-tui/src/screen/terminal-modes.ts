const SAVE_AND_ALTERNATE = "\u001b[?1049h";
const NO_AUTOWRAP = "\u001b[?7l";
const BRACKETED_PASTE = "\u001b[?2004h";
const HIDE_CURSOR = "\u001b[?25l";

/**
 * Takes a terminal over. Without autowrap a glyph that the terminal takes for wider than we do stays in its line. It clears nothing:
 * the first frame does.
 */
export const ENTER = SAVE_AND_ALTERNATE + NO_AUTOWRAP + BRACKETED_PASTE + HIDE_CURSOR;

/**
 * Gives a terminal back, whatever was on: synchronised output, all mouse modes, paste, focus reports, application keys and keypad,
 * style, wrap, cursor, and the normal screen at last.
 */
export const LEAVE = [
  "\u001b[?2026l",
  "\u001b[?1006l\u001b[?1002l\u001b[?1000l\u001b[?1003l\u001b[?1005l",
  "\u001b[?2004l\u001b[?1004l",
  "\u001b[?1l\u001b>",
  "\u001b[0m\u001b[?7h\u001b[?25h",
  "\u001b[?1049l",
].join("");

export type MouseMode = "off" | "wheel";

/** Buttons only, in SGR form: the wheel is one, and a person's selection by drag stays the terminal's with Shift. */
export function mouseSequence(mode: MouseMode): string {
  switch (mode) {
    case "wheel":
      return "\u001b[?1000h\u001b[?1006h";
    case "off":
      return "\u001b[?1006l\u001b[?1000l";
  }
}

/** As much base64 as terminals take in one go (hterm and xterm refuse more). */
const MAX_CLIPBOARD_LENGTH = 74_994;

/** OSC 52, which puts a text into the clipboard; null where terminals would drop it for its length. */
export function clipboardSequence(text: string): string | null {
  const encoded = Buffer.from(text, "utf8").toString("base64");
  return encoded.length > MAX_CLIPBOARD_LENGTH ? null : `\u001b]52;c;${encoded}\u0007`;
}
