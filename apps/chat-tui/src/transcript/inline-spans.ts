import type { Token, Tokens } from "marked";
import type { Span, Style } from "../view/frame.js";
import { span } from "./wrap-spans.js";

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

/** Inline Markdown as spans. A link shows its address: nothing can be clicked that cannot be read. HTML is shown as it was written. */
export function inlineSpans(tokens: readonly Token[], style: Style = {}): readonly Span[] {
  return tokens.flatMap((token) => spansOf(token, style));
}

function spansOf(token: Token, style: Style): readonly Span[] {
  switch (token.type) {
    case "strong":
      return inlineSpans(token.tokens ?? [], { ...style, bold: true });
    case "em":
      return inlineSpans(token.tokens ?? [], { ...style, italic: true });
    case "del":
      return inlineSpans(token.tokens ?? [], { ...style, strike: true });
    case "checkbox":
      // The item's mark shows it.
      return [];
    case "codespan":
      return [span(textOf(token), { ...style, tone: "code" })];
    case "br":
      return [span("\n")];
    case "link":
      return linkSpans(token, style);
    case "image":
      return [span(`[image: ${textOf(token)}] (${hrefOf(token)})`, { ...style, tone: "link" })];
    case "escape":
      return [span(textOf(token), style)];
    case "text":
      return token.tokens === undefined
        ? [
            span(
              textOf(token).replace(/&(?:amp|lt|gt|quot|#39);/g, (e) => ENTITIES[e] ?? e),
              style,
            ),
          ]
        : inlineSpans(token.tokens, style);
    default:
      return [span(token.raw, style)];
  }
}

function linkSpans(token: Token, style: Style): readonly Span[] {
  const shown = inlineSpans(token.type === "link" ? (token.tokens ?? []) : [], {
    ...style,
    tone: "link",
    underline: true,
  });
  const href = hrefOf(token);
  const isItsOwnText = shown.map(({ text }) => text).join("") === href;
  return isItsOwnText ? shown : [...shown, span(` (${href})`, { ...style, tone: "muted" })];
}

function textOf(token: Token): string {
  return "text" in token && typeof token.text === "string" ? token.text : token.raw;
}

function hrefOf(token: Token | Tokens.Link): string {
  return "href" in token && typeof token.href === "string" ? token.href : "";
}
