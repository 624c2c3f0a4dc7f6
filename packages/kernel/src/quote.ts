/** Longest piece of a stranger's text that a sentence repeats, in UTF-16 code units. */
export const QUOTE_LIMIT = 120;

/** Most items that a sentence lists. */
const LISTED = 6;

// Controls, invisible format characters, lone surrogates, private use, line separators and variation selectors. Classes of assigned
// characters only: what one engine's Unicode version does not know yet must not change a sentence's bytes on another.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu;

function escapeUnits(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

/** Text with everything invisible written as `\uXXXX`. */
export function escapeInvisible(text: string): string {
  return text.replace(UNSAFE, escapeUnits);
}

/** A stranger's text as a JSON string literal on one line: bounded, and with everything invisible escaped. */
export function quote(text: string): string {
  const shortened = text.length > QUOTE_LIMIT ? `${text.slice(0, QUOTE_LIMIT)}…` : text;
  return escapeInvisible(JSON.stringify(shortened));
}

/** The items of a list for a sentence: `a, b and 3 more`; `none` for an empty one. Only what is shown is rendered. */
export function listForSentence<Item>(
  items: readonly Item[],
  render: (item: Item) => string,
): string {
  const shown = items.slice(0, LISTED).map(render).join(", ");
  const hidden = items.length - LISTED;
  if (items.length === 0) return "none";
  return hidden > 0 ? `${shown} and ${hidden} more` : shown;
}
