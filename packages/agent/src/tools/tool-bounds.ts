/** Most bytes of text that a tool answers with: what the model is given of one result holds it whole. */
export const MAX_TEXT_BYTES = 60_000;

/** Longest line that is shown, in characters; the rest of it is counted. */
export const MAX_LINE_CHARACTERS = 2000;

/** A line as it is shown: without its line end, and cut when it is long. */
export function shownLine(line: string, length = line.length): string {
  const bare = line.endsWith("\r") ? line.slice(0, -1) : line;
  if (length <= MAX_LINE_CHARACTERS) return bare;
  return `${cutAt(bare, MAX_LINE_CHARACTERS)} [… ${length} characters in this line]`;
}

/** The beginning of a text, without half of a surrogate pair at its end. */
export function cutAt(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
