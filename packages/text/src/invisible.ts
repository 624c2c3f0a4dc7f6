import { nameInvisible } from "./name-invisible.js";

/**
 * Code points that show nothing of their own, or that order a terminal about: controls, format characters, bidi controls, zero-width
 * characters, the tag block, variation selectors, line separators, lone surrogates, noncharacters. Arabic number signs and their like
 * are format characters that people see, and are left out.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]|(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])\p{Cf}/u;

const EVERY_INVISIBLE = new RegExp(INVISIBLE, "gu");

const ZERO_WIDTH_JOINER = 0x200d;

/** The end of what a joiner may follow: a picture, with its skin tone or its selector. */
const PICTURE_BEFORE = /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?$/u;
const PICTURE_AFTER = /^\p{Extended_Pictographic}/u;
/** Longest text, in UTF-16 units, that the two patterns above need to see. */
const PICTURE_UNITS = 4;

/** Which characters each selector varies. A selector anywhere else carries nothing but hidden data (T59). */
const SELECTOR_BASES = [
  { selector: /^[\ufe0e\ufe0f]$/u, base: /\p{Emoji}$/u },
  { selector: /^[\ufe00-\ufe0d\u{e0100}-\u{e01ef}]$/u, base: /\p{Ideographic}$/u },
  { selector: /^[\u180b-\u180d\u180f]$/u, base: /\p{Script=Mongolian}$/u },
];

/** An invisible character and what is to become of it. */
export type InvisibleVisitor = (character: string) => string;

/**
 * Rewrites every invisible character of a text but those that shape what is seen: a joiner within an emoji, and one variation selector
 * after a character that has variants (T58, T59). One pass; the result depends on each character's neighbours only.
 */
export function replaceInvisible(text: string, replace: InvisibleVisitor): string {
  return text.replace(EVERY_INVISIBLE, (character, offset: number) =>
    shapesItsNeighbours(text, character, offset) ? character : replace(character),
  );
}

function shapesItsNeighbours(text: string, character: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - PICTURE_UNITS), offset);
  if (character.codePointAt(0) === ZERO_WIDTH_JOINER) {
    const after = text.slice(offset + 1, offset + 1 + PICTURE_UNITS);
    return PICTURE_BEFORE.test(before) && PICTURE_AFTER.test(after);
  }
  return SELECTOR_BASES.some(({ selector, base }) => selector.test(character) && base.test(before));
}

export interface InvisibleCharacter {
  /** Where it starts, in UTF-16 units. */
  readonly index: number;
  readonly codePoint: number;
  /** For a refusal's sentence, such as `U+200B zero width space`. */
  readonly name: string;
}

/**
 * The first invisible character of a text, or null. For names, URIs and keys, where none has a use: they are rejected, not cleaned
 * (T58). Line breaks, tabs, and the joiners and selectors of emoji count as invisible here.
 */
export function findInvisible(text: string): InvisibleCharacter | null {
  const match = INVISIBLE.exec(text);
  const codePoint = match?.[0].codePointAt(0);
  if (match === null || codePoint === undefined) return null;
  return { index: match.index, codePoint, name: nameInvisible(codePoint) };
}
