/** The one-letter options, as other programs have taught people's fingers. */
const LONG_NAMES: ReadonlyMap<string, string> = new Map([["-C", "--directory"]]);

/** Writes one-letter options out. Words after `--` have to be marked already. */
export function expandShortOptions(words: readonly string[]): readonly string[] {
  return words.map((word) => LONG_NAMES.get(word) ?? word);
}
