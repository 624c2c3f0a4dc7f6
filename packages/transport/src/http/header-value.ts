const PREFIX = "=?base64?";
const SUFFIX = "?=";

/** Printable ASCII, without a blank at either end; the empty value is plain too. */
const PLAIN = /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/;

/**
 * A value as `Mcp-Name` and `Mcp-Param-*` carry it (H5): as it stands where a header can hold it, else as the Base64 of its
 * UTF-8 between markers. A plain value that wears the markers is encoded too, so that decoding is unambiguous.
 */
export function encodeHeaderValue(value: string): string {
  const looksEncoded = value.startsWith(PREFIX) && value.endsWith(SUFFIX);
  if (PLAIN.test(value) && !looksEncoded) return value;
  return `${PREFIX}${Buffer.from(value, "utf8").toString("base64")}${SUFFIX}`;
}
