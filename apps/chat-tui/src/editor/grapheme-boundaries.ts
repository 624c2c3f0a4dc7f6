import { graphemes } from "@perspt/text";

/** More than the longest grapheme that `graphemes` yields, in UTF-16 units. */
const LOOK_AHEAD = 256;

/** The boundary after an offset; the text's end where there is none. */
export function nextBoundary(content: string, offset: number): number {
  let end = segmentedFrom(content, offset);
  for (const grapheme of graphemes(content.slice(end, offset + LOOK_AHEAD))) {
    end += grapheme.length;
    if (end > offset) return end;
  }
  return content.length;
}

/** The boundary before an offset; 0 where there is none. */
export function previousBoundary(content: string, offset: number): number {
  let start = segmentedFrom(content, offset - 1);
  for (const grapheme of graphemes(content.slice(start, offset + LOOK_AHEAD))) {
    if (start + grapheme.length >= offset) return start;
    start += grapheme.length;
  }
  return start;
}

/** The offset itself where it is a boundary, or else the next one. */
export function snapToBoundary(content: string, offset: number): number {
  return offset <= 0 ? 0 : nextBoundary(content, offset - 1);
}

/**
 * A boundary at or before an offset, near it where the text allows: between two ASCII characters there always is one, and after a
 * line break. So a step costs no more in a long text than in a short one.
 */
function segmentedFrom(content: string, offset: number): number {
  for (let at = offset; at > 0; at -= 1) {
    const before = content.charCodeAt(at - 1);
    if (before === LINE_FEED || (isAscii(before) && isAscii(content.charCodeAt(at)))) return at;
  }
  return 0;
}

const LINE_FEED = 0x0a;

function isAscii(unit: number): boolean {
  return unit >= 0x20 && unit <= 0x7e;
}
