/** Largest image or sound that a model is given, in decoded bytes. */
export const MAX_MEDIA_BYTES = 5 * 1024 * 1024;

export type MediaReading =
  | { readonly kind: "media"; readonly data: string; readonly bytes: number }
  | { readonly kind: "refused"; readonly because: string };

/** The first twelve bytes of each type that is passed on, in hexadecimal. */
const FIRST_BYTES: ReadonlyMap<string, RegExp> = new Map([
  ["image/png", /^89504e470d0a1a0a/],
  ["image/jpeg", /^ffd8ff/],
  ["image/gif", /^47494638(?:37|39)61/],
  ["image/webp", /^52494646.{8}57454250/],
  ["audio/wav", /^52494646.{8}57415645/],
  ["audio/x-wav", /^52494646.{8}57415645/],
  ["audio/mpeg", /^(?:494433|ff[ef])/],
  ["audio/mp3", /^(?:494433|ff[ef])/],
  ["audio/ogg", /^4f676753/],
  ["audio/flac", /^664c6143/],
]);

/**
 * Base64 from a server as media of the type that it claims (R3, T61): of a type that models read, with that type's first bytes, within the
 * bound, which is checked before anything is decoded.
 */
export function readMedia(data: unknown, mimeType: unknown): MediaReading {
  if (typeof data !== "string" || typeof mimeType !== "string") {
    return { kind: "refused", because: "it holds no data or no media type" };
  }
  const firstBytes = FIRST_BYTES.get(mimeType.toLowerCase());
  if (firstBytes === undefined) {
    return { kind: "refused", because: "its media type is not one that is passed on" };
  }
  const bytes = decodedLength(data);
  if (bytes > MAX_MEDIA_BYTES) {
    return { kind: "refused", because: `it is larger than ${MAX_MEDIA_BYTES} bytes` };
  }
  if (!isBase64(data)) return { kind: "refused", because: "its data is not Base64" };
  const start = Buffer.from(data.slice(0, 16), "base64").toString("hex");
  return firstBytes.test(start)
    ? { kind: "media", data, bytes }
    : { kind: "refused", because: "its first bytes are not those of its media type" };
}

export function decodedLength(data: string): number {
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((data.length * 3) / 4) - padding);
}

function isBase64(data: string): boolean {
  return data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data);
}
