const LINE_BREAK = /\r\n?/g;
const CONTROLS = /[^\P{Cc}\n\t]+/gu;

/** A text as the editor may hold it: line breaks as LF, no control character but LF and tab, well-formed. Idempotent. */
export function plainText(text: string): string {
  return text.replace(LINE_BREAK, "\n").replace(CONTROLS, "").toWellFormed();
}

/** The end of the last whole character within the first `maxBytes` bytes of a UTF-8 text. */
export function wholeCharacters(bytes: Uint8Array, maxBytes: number): number {
  if (bytes.length <= maxBytes) return bytes.length;
  let end = maxBytes;
  // At most three bytes of a character follow its first one; a longer run of them is no UTF-8, and is cut anywhere.
  while (end > 0 && end > maxBytes - 4 && isContinuation(bytes[end])) end -= 1;
  return end;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** The longest start of a well-formed text within a number of bytes, and how many bytes that left out. */
export function startWithinBytes(
  text: string,
  maxBytes: number,
): { readonly text: string; readonly omittedBytes: number } {
  // A UTF-16 unit is at most three bytes.
  if (text.length * 3 <= maxBytes) return { text, omittedBytes: 0 };
  const bytes = Buffer.from(text);
  const end = wholeCharacters(bytes, Math.max(0, maxBytes));
  if (end === bytes.length) return { text, omittedBytes: 0 };
  return { text: bytes.toString("utf8", 0, end), omittedBytes: bytes.length - end };
}
