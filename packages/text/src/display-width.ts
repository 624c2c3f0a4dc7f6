import { isWide } from "./wide-ranges.js";

const PLAIN = /^[\x20-\x7e]*$/;

/** An emoji of several code points, which fills two columns as a whole, or else one code point. */
const CELL =
  /\p{Regional_Indicator}{2}|\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?(?:\u200d\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)+|\p{Emoji}(?:\p{Emoji_Modifier}|\ufe0f)|./gsu;

/** Marks, format characters and what else moves no cursor; of Hangul the vowels and finals, which join the syllable before them. */
const ZERO_WIDTH =
  /^(?:[\p{Mn}\p{Me}\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u1160-\u11ff\ud7b0-\ud7ff]|(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])\p{Cf})$/u;

/**
 * How many columns a text fills in a terminal: 2 for East Asian wide characters and for emoji, 0 for combining marks, 1 for the rest;
 * characters of ambiguous width count 1. Line breaks and control characters count 0: sanitise first.
 */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const [cell] of text.matchAll(CELL)) width += cellWidth(cell);
  return width;
}

/** The parts of a text that a line break may not divide further; each fills two columns at most. */
export function cells(text: string): readonly string[] {
  return text.match(CELL) ?? [];
}

function cellWidth(cell: string): number {
  const codePoint = cell.codePointAt(0) ?? 0;
  if (cell.length > (codePoint > 0xffff ? 2 : 1)) return 2;
  if (ZERO_WIDTH.test(cell)) return 0;
  return isWide(codePoint) ? 2 : 1;
}
