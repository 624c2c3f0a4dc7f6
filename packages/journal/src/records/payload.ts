import type { JsonValue } from "@perspt/json";

/**
 * A value that may be long. Up to `INLINE_PAYLOAD_BYTES` it stands in its record; beyond, the record names a blob by the SHA-256 of its
 * bytes. The wrapper is always there, so that no server's result can pass for a reference.
 */
export type Payload =
  | { readonly kind: "inline"; readonly value: JsonValue }
  | {
      readonly kind: "blob";
      /** 64 lower-case hex digits: the SHA-256 of the blob's bytes and its file's name. */
      readonly sha256: string;
      readonly bytes: number;
    };
