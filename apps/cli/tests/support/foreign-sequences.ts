const ESCAPE = "\u001b";
/** What the program itself writes: tones, the line of progress that it erases, and a pseudo-terminal's ends of lines. */
export const OWN: RegExp = new RegExp(
  `${ESCAPE}\\[(?:0|1|2|31|32|33)m|\\r${ESCAPE}\\[K|\\r\\n`,
  "g",
);
/** What the screen of a chat writes: modes that it switches on and gives back, places, colours, and what it erases. */
export const OWN_OF_SCREEN = new RegExp(
  [
    `${ESCAPE}\\[\\?(?:1|7|25|1000|1002|1003|1004|1005|1006|1049|2004|2026)[hl]`,
    `${ESCAPE}\\[\\d+;\\d+H`,
    `${ESCAPE}\\[0(?:;[14])?(?:;38;5;\\d+)?m`,
    `${ESCAPE}(?:\\[2[JK]|\\[K|>)`,
    "\\r\\n",
  ].join("|"),
  "g",
);
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** What is left of a capture without the program's own sequences has to be text; this is where the first begins that is none. */
export function foreignIn(raw: string, own: RegExp): string | null {
  const rest = raw.replaceAll(own, "");
  const place = rest.search(UNSEEN);
  return place === -1 ? null : rest.slice(place, place + 24);
}
