const LONGEST_EXCERPT = 300;

/** A server's words for one of our sentences: quoted, escaped and bounded. */
export function excerpt(text: string): string {
  const shown = text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT)}…` : text;
  return JSON.stringify(shown.toWellFormed());
}
