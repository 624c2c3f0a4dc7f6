import { wholeGraphemes } from "./graphemes.js";
import { replaceInvisible } from "./invisible.js";
import { showCodePoint } from "./show-code-point.js";

/** How long a text may be on one line unless the caller sets another bound, in UTF-16 units. */
export const MAX_LINE_LENGTH = 2_000;
/** How long a text of several lines may be unless the caller sets another bound, in UTF-16 units. */
export const MAX_MULTILINE_LENGTH = 65_536;

export interface TerminalTextOptions {
  /**
   * `line`, the default: the text stays on one line, and line breaks and tabs are shown as `\n`, `\r`, `\t`.
   * `multiline`: line breaks are kept, CRLF becomes LF, and a tab becomes four spaces.
   */
  readonly layout?: "line" | "multiline";
  /** Longest result in UTF-16 units, notice of the cut included; the layout's own bound by default. */
  readonly maxLength?: number;
}

const TAB_IN_LINES = "    ";

/**
 * More marks in a row than any script writes: UAX #15's stream-safe format allows 30. Terminals draw the others over the rows around, or
 * take long over them.
 */
const FLOOD_OF_MARKS = /(\p{M}{30})(\p{M}+)/gu;

/**
 * A stranger's text made safe for a terminal (T56 to T59, report 25). Control characters, escape sequences, bidi controls, zero-width
 * characters, the tag block, stray variation selectors and marks beyond the 30th in a row are shown as escapes such as `\u001b`, which
 * no terminal obeys; nothing is dropped silently. A text that is too long ends in `… (+120 characters)`, the number counted as shown. Emoji stay whole.
 *
 * Total, linear and idempotent. Backslashes are left alone, so an escape may also be what the stranger typed.
 */
export function sanitizeForTerminal(text: string, options: TerminalTextOptions = {}): string {
  const { layout = "line", maxLength } = options;
  switch (layout) {
    case "line":
      return shorten(visible(text, showCodePoint), maxLength ?? MAX_LINE_LENGTH);
    case "multiline": {
      const shown = visible(text.replaceAll("\r\n", "\n"), showInLines);
      return shorten(shown, maxLength ?? MAX_MULTILINE_LENGTH);
    }
  }
}

function visible(text: string, show: (character: string) => string): string {
  return replaceInvisible(text, show).replace(
    FLOOD_OF_MARKS,
    (_, kept: string, flood: string) => kept + Array.from(flood, showCodePoint).join(""),
  );
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
