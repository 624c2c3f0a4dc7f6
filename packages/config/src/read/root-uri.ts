import { readPath } from "@perspt/kernel";

const PREFIX = "file:///";

export type RootReading =
  | { readonly kind: "root"; readonly path: string }
  /** A phrase that follows "received", without the URI itself. */
  | { readonly kind: "refused"; readonly received: string };

/**
 * Reads a root's URI: `file:///` and an absolute path in plain spelling, decoded once. Whatever two programs could take for different
 * directories is refused: hosts, dot segments in any spelling, encoded separators, queries, empty segments (T73).
 */
export function readRootUri(uri: string): RootReading {
  if (!uri.startsWith(PREFIX)) return refused("a URI that does not begin with file:///");
  if (/[?#]/.test(uri)) return refused("a URI with a query or a fragment");
  if (/%(?:2e|2f|5c|00)/i.test(uri)) return refused("a URI with an encoded dot, separator or NUL");
  const segments = uri.slice(PREFIX.length).replace(/\/$/, "").split("/");
  if (segments.includes(".") || segments.includes("..")) return refused("a URI with . or .. in it");
  if (segments.length > 1 && segments.includes("")) return refused("a URI with // in its path");
  const reading = readPath(uri, null);
  if (reading.kind === "unreadable") return refused(`a URI that ${reading.because}`);
  return { kind: "root", path: reading.path };
}

function refused(received: string): RootReading {
  return { kind: "refused", received };
}

/** The URI of an absolute path that was written without one; `fallback` for anything else. */
export function mendRootUri(text: string, fallback: string): string {
  const uri = text.startsWith("file:") ? text : `file://${encodeURI(text)}`;
  return readRootUri(uri).kind === "root" ? uri : fallback;
}
