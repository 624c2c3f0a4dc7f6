/** The items of a list for a sentence: `a, b and c`; empty for none. */
export function listForSentence(items: readonly string[]): string {
  const last = items.at(-1);
  if (items.length < 2 || last === undefined) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${last}`;
}
