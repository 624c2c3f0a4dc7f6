/** A path argument, read without touching a disk. */
export type PathReading =
  | {
      readonly kind: "path";
      /** Absolute, without `.`, `..` or empty segments. */
      readonly path: string;
      /**
       * Directories that a later `..` left again. If one of them is a link, the file system goes elsewhere than the text says, so the
       * host looks these up as well (T73).
       */
      readonly crossed: readonly string[];
    }
  /** A sentence's end that follows the quoted text: `"…" holds a backslash`. */
  | { readonly kind: "unreadable"; readonly because: string };

const CONTROL = /\p{Cc}/u;
const LONE_SURROGATE = /\p{Cs}/u;
const SCHEME_OR_DRIVE = /^[a-z][a-z0-9+.-]*:/i;
const ENCODED_SEPARATOR = /%(?:2f|5c|00)/i;
const ENCODED_DOT_OR_SEPARATOR = /%(?:2e|2f|5c|00)/i;

/**
 * Reads a path argument or `file:` URI as one absolute path. Relative paths start from `root`. Whatever two programs could read
 * differently is unreadable: control characters, backslashes, encoded separators, other schemes, drives, `~` and network paths.
 */
export function readPath(text: string, root: string | null): PathReading {
  if (/^file:/i.test(text)) return readFileUri(text);
  if (SCHEME_OR_DRIVE.test(text)) {
    return unreadable(
      "starts like a URL scheme or a drive; a file of that name is written with ./ before it",
    );
  }
  return readPlainPath(text, root);
}

function readFileUri(text: string): PathReading {
  const match = /^file:\/\/(?:localhost)?(\/[^?#]*)$/i.exec(text);
  const encoded = match?.[1];
  if (encoded === undefined) {
    return unreadable("is not a file: URI of this machine with a plain path (file:///…)");
  }
  if (ENCODED_SEPARATOR.test(encoded)) return unreadable("holds an encoded separator or NUL");
  const decoded = decodeOnce(encoded);
  if (decoded === null) return unreadable("holds a percent sign that encodes no character");
  return readPlainPath(decoded, null);
}

function decodeOnce(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

function readPlainPath(text: string, root: string | null): PathReading {
  if (text === "") return unreadable("is empty");
  if (CONTROL.test(text)) return unreadable("holds a control character");
  if (LONE_SURROGATE.test(text)) return unreadable("is not well-formed text");
  if (text.includes("\\")) return unreadable("holds a backslash");
  if (text !== text.trim()) return unreadable("starts or ends with a space");
  if (ENCODED_DOT_OR_SEPARATOR.test(text)) {
    return unreadable("holds an encoded dot, separator or NUL");
  }
  if (text.startsWith("~")) return unreadable("starts with ~, which some programs expand");
  if (text.startsWith("//")) return unreadable("starts with //, a network path to some programs");
  if (text.startsWith("/")) return normalise(text);
  if (root === null) return unreadable("is relative, and nothing says what it starts from");
  return normalise(`${root}/${text}`);
}

function normalise(absolute: string): PathReading {
  const segments: string[] = [];
  const crossed: string[] = [];
  for (const segment of absolute.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") {
      segments.push(segment);
    } else if (segments.length > 0) {
      crossed.push(joinSegments(segments));
      segments.pop();
    }
  }
  return { kind: "path", path: joinSegments(segments), crossed };
}

function joinSegments(segments: readonly string[]): string {
  return `/${segments.join("/")}`;
}

function unreadable(because: string): PathReading {
  return { kind: "unreadable", because };
}

/**
 * Whether `path` is `directory` or lies in it, segment by segment (T55). Both are normalised; a directory that is not holds nothing.
 * Comparing the text and then the next separator is the same as comparing segments, without building them.
 */
export function isWithin(path: string, directory: string): boolean {
  if (directory === "/") return path.startsWith("/");
  if (!path.startsWith(directory)) return false;
  return path.length === directory.length || path.charAt(directory.length) === "/";
}

/** The directory that holds a normalised path; the root holds itself. */
export function parentDirectory(path: string): string {
  const end = path.lastIndexOf("/");
  return end <= 0 ? "/" : path.slice(0, end);
}
