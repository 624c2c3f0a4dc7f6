import { hash } from "node:crypto";
import { canonicalize } from "./canonicalize.js";
import type { JsonValue } from "./json-value.js";

/** A SHA-256 digest in the spelling users meet in TOML pins: `sha256:` and 64 lower-case hex digits. */
export type Digest = `sha256:${string}`;

/** Digest of a value's canonical form (RFC 8785). Throws a `CanonicalFormError` where the value has none. */
export function digest(value: JsonValue): Digest {
  return digestBytes(canonicalize(value));
}

/** Digest of bytes exactly as they stand; text is hashed as UTF-8. */
export function digestBytes(bytes: string | Uint8Array): Digest {
  return `sha256:${hash("sha256", bytes, "hex")}`;
}
