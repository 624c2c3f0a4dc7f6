const NON_ASCII = /[^\n\x20-\x7e]/;

/**
 * How much text is segmented at a time, in UTF-16 units. The time that `Intl.Segmenter` takes grows faster than the text, and without
 * bound: 80,000 ideographs at once take it minutes. What is longer than a window, a pile of marks, is divided.
 */
const WINDOW_UNITS = 128;

let segmenter: Intl.Segmenter | null = null;

/** The text's user-perceived characters (UAX #29), lazily: an emoji family or a letter with its accents is one. */
export function* graphemes(text: string): Generator<string> {
  if (!NON_ASCII.test(text)) {
    yield* text;
    return;
  }
  for (let start = 0; start < text.length; ) {
    const end = endOfCodePoint(text, start + WINDOW_UNITS);
    const segments = segmentsOf(text.slice(start, end));
    // More of the last one may follow in the next window.
    if (end < text.length && segments.length > 1) segments.pop();
    for (const segment of segments) {
      yield segment;
      start += segment.length;
    }
  }
}

/** The longest start of a text, up to a length in UTF-16 units, that ends between two user-perceived characters. */
export function wholeGraphemes(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = Math.max(0, maxLength - WINDOW_UNITS);
  const begin = startOfCodePoint(text, start);
  let end = begin;
  for (const segment of segmentsOf(text.slice(begin, maxLength + WINDOW_UNITS))) {
    if (end + segment.length > maxLength) break;
    end += segment.length;
  }
  // A pile of marks longer than the window is cut between two code points.
  if (end === begin && begin > 0) end = startOfCodePoint(text, maxLength);
  return text.slice(0, end).replace(/\u200d+$/u, "");
}

function segmentsOf(window: string): string[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(window), ({ segment }) => segment);
}

function startOfCodePoint(text: string, index: number): number {
  return isSecondHalf(text, index) ? index - 1 : index;
}

function endOfCodePoint(text: string, index: number): number {
  return isSecondHalf(text, index) ? index + 1 : index;
}

/** True between the two halves of a surrogate pair. */
function isSecondHalf(text: string, index: number): boolean {
  return (text.codePointAt(index - 1) ?? 0) > 0xffff;
}
