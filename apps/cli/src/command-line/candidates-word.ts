/** The hidden first word by which a completion script asks for candidates: the words that were typed follow it. */
export const CANDIDATES_WORD = "--candidates";
