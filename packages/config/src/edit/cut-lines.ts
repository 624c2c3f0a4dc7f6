import type { TextRange } from "../toml/text-range.js";

const BYTE_ORDER_MARK = "\uFEFF";

/** The rest of a line behind a statement: blanks and a comment. */
const LINE_REST = /[^\n]*(?:\n|$)/y;
/**
 * Comment lines below a statement that no blank line parts from it, where nothing but a blank line or the end follows them: they speak of
 * the table above, unless a table stands in them that is commented out.
 */
const COMMENTS_BELOW = /(?:[ \t]*#(?![ \t#]*\[)[^\n]*(?:\n|$))+(?=[ \t]*(?:\r?\n|$))/y;
const BLANK_LINE = /[ \t]*\r?\n/y;
const BLANK_LINE_BEFORE = /(?:^|\n)([ \t]*\r?\n)$/;

/** Takes statements out of a text with the whole lines that they stand on, and the comments right below them. */
export function cutLines(text: string, range: TextRange): string {
  const textStart = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  const start = Math.max(text.lastIndexOf("\n", range.start - 1) + 1, textStart);
  let end = endOf(LINE_REST, text, range.end);
  end = endOf(COMMENTS_BELOW, text, end);
  const [before, after] = [text.slice(textStart, start), text.slice(end)];
  const head = text.slice(0, textStart);
  // What stood between two blank lines, or behind the last one, leaves one of them.
  const blank = BLANK_LINE_BEFORE.exec(before)?.[1] ?? "";
  const blankAfter = endOf(BLANK_LINE, after, 0);
  if (blank !== "" && (after === "" || blankAfter > 0)) {
    return head + before.slice(0, before.length - blank.length) + after;
  }
  return head + before + (before === "" ? after.slice(blankAfter) : after);
}

/** Where a sticky pattern ends that is tried at an offset; the offset itself where it does not match. */
function endOf(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : offset;
}
