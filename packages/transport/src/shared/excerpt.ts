/** Longest excerpt of a stranger's text that goes into a message or a diagnostic, in characters. */
export const EXCERPT_CHARACTERS = 400;

/** Secrets shorter than this are left alone: replacing every "on" or "1" would hide nothing and garble everything. */
const SHORTEST_SECRET = 6;

/** Anything that could move a cursor, reverse a line or hide: controls, formats, lone surrogates, private use, separators. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** The beginning of a text, printable and bounded. */
export function excerpt(text: string, limit: number = EXCERPT_CHARACTERS): string {
  return text.length <= limit ? escapeText(text) : `${escapeText(text.slice(0, limit))}…`;
}

/** The end of a text, printable and bounded. */
export function lastWords(text: string, limit: number = EXCERPT_CHARACTERS): string {
  const trimmed = text.trim();
  return trimmed.length <= limit ? escapeText(trimmed) : `…${escapeText(trimmed.slice(-limit))}`;
}

/** Replaces every secret by `[hidden]`, also each word of it: servers echo the token without its scheme. */
export function hideSecrets(text: string, secrets: Iterable<string>): string {
  const words = [...secrets]
    .flatMap((secret) => [secret, ...secret.split(/\s+/)])
    .filter((word) => word.length >= SHORTEST_SECRET)
    .sort((left, right) => right.length - left.length);
  return words.reduce((hidden, word) => hidden.replaceAll(word, "[hidden]"), text);
}

function escapeText(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    if (character === "\n") return "\\n";
    if (character === "\r") return "\\r";
    if (character === "\t") return "\\t";
    return `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`;
  });
}
