const LATIN = /\p{Script=Latin}/u;
/** The scripts whose letters pass for Latin ones. */
const LOOK_ALIKES = [
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["Greek", /\p{Script=Greek}/u],
] as const;

/** The first letter that makes a name of Latin letters read as another one (T45). */
export interface ForeignLetter {
  readonly letter: string;
  readonly script: (typeof LOOK_ALIKES)[number][0];
}

/** Null where the name holds Latin letters alone, or none. */
export function foreignLetterIn(name: string): ForeignLetter | null {
  if (!LATIN.test(name)) return null;
  for (const [script, pattern] of LOOK_ALIKES) {
    const letter = pattern.exec(name)?.[0];
    if (letter !== undefined) return { letter, script };
  }
  return null;
}
