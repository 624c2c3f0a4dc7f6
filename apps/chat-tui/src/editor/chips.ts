/** The large pastes of a draft, by number less one. In the editor's content each stands as one placeholder. */
export type Chips = readonly string[];

/** A placeholder is a lone low surrogate: well-formed text holds none, so that none can be typed or pasted. */
const PLACEHOLDER = /\p{Cs}/gu;
const FIRST_PLACEHOLDER = 0xdc00;

/** How many large pastes a draft shows as chips; more of them are inserted as text. */
export const MAX_CHIPS = 64;

const LARGE_LINES = 20;
const LARGE_BYTES = 4_096;

/** Whether a paste is shown as a chip. */
export function isLarge(text: string): boolean {
  return lineCount(text) > LARGE_LINES || Buffer.byteLength(text) > LARGE_BYTES;
}

export function placeholderOf(index: number): string {
  return String.fromCharCode(FIRST_PLACEHOLDER + index);
}

/** What a chip shows, such as `[paste #1: 64 lines]`; null for a grapheme that is no chip. */
export function chipLabel(grapheme: string, chips: Chips): string | null {
  const index = grapheme.charCodeAt(0) - FIRST_PLACEHOLDER;
  const text = chips[index];
  if (text === undefined) return null;
  const lines = lineCount(text);
  const size = lines > 1 ? `${lines} lines` : `${text.length} characters`;
  return `[paste #${index + 1}: ${size}]`;
}

/** The content with every chip's text in its place. */
export function expandChips(content: string, chips: Chips): string {
  if (chips.length === 0) return content;
  return content.replace(
    PLACEHOLDER,
    (placeholder) => chips[placeholder.charCodeAt(0) - FIRST_PLACEHOLDER] ?? "",
  );
}

/** A line break at the very end begins no line of its own. */
function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < text.length - 1; ) {
    count += 1;
    at = text.indexOf("\n", at + 1);
  }
  return count;
}
