import { displayWidth, graphemes } from "@perspt/text";

/** What one or more cells show. */
export interface Glyph {
  /** One grapheme that does nothing to a terminal but show itself. */
  readonly shown: string;
  /** In columns; 0 for what shows nothing of its own. */
  readonly width: number;
}

/** A character that would do more: controls, and what turns the direction of writing. */
const UNSHOWABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Glyphs whose width terminals disagree about. */
const DOUBTFUL =
  /\u200d|\ufe0f|\p{M}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Extended_Pictographic}/u;

const ASCII = /^[\x20-\x7e]*$/;

/** Characters that are graphemes by themselves, unless a mark follows: ASCII, Latin, box drawing, kana, ideographs, Hangul syllables. */
const ALONE =
  "\\x20-\\x7e\\u00c0-\\u024f\\u2500-\\u257f\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fff\\uac00-\\ud7a3";

/** A run of them up to the last one that surely is alone, or else what must be segmented. */
const RUNS = new RegExp(`([${ALONE}]+)(?![^${ALONE}])|[${ALONE}]?[^${ALONE}]+`, "gu");

/** How emoji are drawn: as they are; by their first sign alone, which every terminal measures alike; or as ASCII. */
export type EmojiStyle = "full" | "simple" | "ascii";

const EMOJI = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\u200d|\ufe0f|\u20e3/u;
const FLAG_A = 0x1f1e6;
const LETTER_A = 0x41;

/** What stands for a glyph on the screen, in as many columns as the glyph was laid out for. */
export function drawnAs(glyph: string, width: number, emoji: EmojiStyle): string {
  if (emoji === "full" || ASCII.test(glyph) || !EMOJI.test(glyph)) return glyph;
  const drawn = emoji === "simple" ? firstSign(glyph) : asciiOf(glyph);
  return drawn + " ".repeat(Math.max(0, width - displayWidth(drawn)));
}

/** A flag is the letters of its country, and a keycap its key. */
function firstSign(glyph: string): string {
  const letters = flagLetters(glyph);
  return letters === "" ? (Array.from(glyph)[0] ?? glyph) : letters;
}

function asciiOf(glyph: string): string {
  const sign = firstSign(glyph);
  return ASCII.test(sign) ? sign : "*";
}

function flagLetters(glyph: string): string {
  return [...glyph.matchAll(/\p{Regional_Indicator}/gu)]
    .map(([sign]) => String.fromCharCode((sign.codePointAt(0) ?? FLAG_A) - FLAG_A + LETTER_A))
    .join("");
}

const MAX_KNOWN = 20_000;

/** Segmenting, measuring and judging are slow, and a screen shows the same glyphs again and again. */
const known = new Map<string, Glyph>();

export function* glyphsOf(text: string): Generator<Glyph> {
  for (const [run, alone] of text.toWellFormed().matchAll(RUNS)) {
    for (const grapheme of alone ?? graphemes(run)) yield glyphOf(grapheme);
  }
}

function glyphOf(grapheme: string): Glyph {
  const before = known.get(grapheme);
  if (before !== undefined) return before;
  const shown = UNSHOWABLE.test(grapheme) ? "\ufffd" : grapheme;
  const glyph = { shown, width: displayWidth(shown) };
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(grapheme, glyph);
  return glyph;
}

export function isDoubtfulGlyph(text: string): boolean {
  return !ASCII.test(text) && DOUBTFUL.test(text);
}
