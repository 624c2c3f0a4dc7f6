import { displayWidth } from "./display-width.js";
import { graphemes } from "./graphemes.js";

export interface TruncateOptions {
  /** What stands for the part that was cut; `…` by default. */
  readonly ellipsis?: string;
}

/** A text cut to at most `width` columns, between two user-perceived characters, with an ellipsis where anything was cut. */
export function truncateToWidth(
  text: string,
  width: number,
  options: TruncateOptions = {},
): string {
  if (displayWidth(text) <= width) return text;
  const ellipsis = options.ellipsis ?? "…";
  const ellipsisWidth = displayWidth(ellipsis);
  if (ellipsisWidth > width) return startWithin(text, width);
  return `${startWithin(text, width - ellipsisWidth)}${ellipsis}`;
}

function startWithin(text: string, width: number): string {
  let start = "";
  let used = 0;
  for (const grapheme of graphemes(text)) {
    used += displayWidth(grapheme);
    if (used > width) break;
    start += grapheme;
  }
  return start;
}

/** Where a text stands within a wider column. */
export type Alignment = "left" | "right" | "center";

/** A text filled with spaces up to `width` columns; one that is wider stays as it is. */
export function padToWidth(text: string, width: number, align: Alignment = "left"): string {
  const missing = Math.max(0, Math.floor(width) - displayWidth(text));
  switch (align) {
    case "left":
      return text + " ".repeat(missing);
    case "right":
      return " ".repeat(missing) + text;
    case "center": {
      const before = Math.floor(missing / 2);
      return " ".repeat(before) + text + " ".repeat(missing - before);
    }
  }
}
