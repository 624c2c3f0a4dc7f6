import { nextBoundary, previousBoundary } from "./grapheme-boundaries.js";

/** A way from the cursor to another place of the text that needs no rows: lines are those between line breaks. */
export type Motion =
  | "left"
  | "right"
  | "word_left"
  | "word_right"
  /** Over spaces, then to the space before: what a shell calls a word. */
  | "blank_left"
  | "line_start"
  | "line_end"
  | "text_start"
  | "text_end";

/** Where a motion leads from an offset on a grapheme boundary; the offset itself where it leads nowhere. */
export function motionTarget(content: string, offset: number, motion: Motion): number {
  switch (motion) {
    case "left":
      return previousBoundary(content, offset);
    case "right":
      return nextBoundary(content, offset);
    case "word_left":
      return overWordLeft(content, skipLeft(content, offset, isBetweenWords));
    case "word_right":
      return overWordRight(content, skipRight(content, offset, isBetweenWords));
    case "blank_left": {
      const end = skipLeft(content, offset, (kind) => kind === "blank");
      return skipLeft(content, end, (kind) => kind !== "blank");
    }
    case "line_start":
      return offset === 0 ? 0 : content.lastIndexOf("\n", offset - 1) + 1;
    case "line_end": {
      const end = content.indexOf("\n", offset);
      return end === -1 ? content.length : end;
    }
    case "text_start":
      return 0;
    case "text_end":
      return content.length;
  }
}

/** East Asian words have no spaces between them, but often change the script. */
type Kind = "blank" | "punctuation" | "word" | "han" | "hiragana" | "katakana" | "hangul" | "chip";

const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [/^\s/u, "blank"],
  [/^\p{Cs}/u, "chip"],
  [/^\p{Script=Han}/u, "han"],
  [/^\p{Script=Hiragana}/u, "hiragana"],
  [/^[\p{Script=Katakana}ー]/u, "katakana"],
  [/^\p{Script=Hangul}/u, "hangul"],
  [/^[\p{L}\p{N}\p{M}_]/u, "word"],
];

function kindOf(grapheme: string): Kind {
  return KINDS.find(([pattern]) => pattern.test(grapheme))?.[1] ?? "punctuation";
}

function isBetweenWords(kind: Kind): boolean {
  return kind === "blank" || kind === "punctuation";
}

function overWordLeft(content: string, offset: number): number {
  const start = previousBoundary(content, offset);
  const kind = kindOf(content.slice(start, offset));
  return kind === "chip" ? start : skipLeft(content, start, (other) => other === kind);
}

function overWordRight(content: string, offset: number): number {
  const end = nextBoundary(content, offset);
  const kind = kindOf(content.slice(offset, end));
  return kind === "chip" ? end : skipRight(content, end, (other) => other === kind);
}

function skipLeft(content: string, offset: number, skips: (kind: Kind) => boolean): number {
  let at = offset;
  while (at > 0) {
    const start = previousBoundary(content, at);
    if (!skips(kindOf(content.slice(start, at)))) break;
    at = start;
  }
  return at;
}

function skipRight(content: string, offset: number, skips: (kind: Kind) => boolean): number {
  let at = offset;
  while (at < content.length) {
    const end = nextBoundary(content, at);
    if (!skips(kindOf(content.slice(at, end)))) break;
    at = end;
  }
  return at;
}
