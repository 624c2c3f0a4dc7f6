import { wholeGraphemes } from "./graphemes.js";
import { replaceInvisible } from "./invisible.js";
import { showCodePoint } from "./show-code-point.js";

/** Longest text that is shown unless the caller sets another bound, in UTF-16 units. */
export const MAX_TERMINAL_LENGTH = 16_384;

export interface TerminalTextOptions {
  /**
   * `line`, the default: the text stays on one line, and line breaks and tabs are shown as `\n`, `\r`, `\t`.
   * `multiline`: line breaks are kept, CRLF becomes LF, and a tab becomes four spaces.
   */
  readonly layout?: "line" | "multiline";
  /** Longest result in UTF-16 units, notice of the cut included; `MAX_TERMINAL_LENGTH` by default. */
  readonly maxLength?: number;
}

const TAB_IN_LINES = "    ";

/**
 * A stranger's text made safe for a terminal (T56 to T59, report 25). Control characters, escape sequences, bidi controls, zero-width
 * characters, the tag block and stray variation selectors are shown as escapes such as `\u001b`, which no terminal obeys; nothing is
 * dropped silently. A text that is too long ends in `… (+120 characters)`, the number counted as shown. Emoji stay whole.
 *
 * Total, linear and idempotent. Backslashes are left alone, so an escape may also be what the stranger typed.
 */
export function sanitizeForTerminal(text: string, options: TerminalTextOptions = {}): string {
  const shown =
    options.layout === "multiline"
      ? replaceInvisible(text.replaceAll("\r\n", "\n"), showInLines)
      : replaceInvisible(text, showCodePoint);
  return shorten(shown, options.maxLength ?? MAX_TERMINAL_LENGTH);
}

function showInLines(character: string): string {
  if (character === "\n") return character;
  return character === "\t" ? TAB_IN_LINES : showCodePoint(character);
}

function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // The number has at most as many digits as that of the whole length.
  const room = maxLength - notice(text.length).length;
  if (room < 0) return `${wholeGraphemes(text, Math.max(0, maxLength - 1))}…`.slice(0, maxLength);
  const kept = wholeGraphemes(text, room);
  return `${kept}${notice(text.length - kept.length)}`;
}

function notice(count: number): string {
  return `… (+${count} characters)`;
}
