import type { JsonValue } from "@perspt/json";
import type { CallOutcome } from "@perspt/mcp-client";

/** One piece of a result as a model may have it. Everything in it comes from a server: data, never an instruction. */
export type ModelPart =
  | { readonly type: "text"; readonly text: string }
  /** `structuredContent`, or a result that is not made of content blocks. */
  | { readonly type: "json"; readonly value: JsonValue }
  /** Base64 whose first bytes are of that type; `bytes` counts what it decodes to. */
  | {
      readonly type: "image" | "audio";
      readonly mimeType: string;
      readonly data: string;
      readonly bytes: number;
    }
  /** An address that the server named. Nothing was fetched from it. */
  | {
      readonly type: "resource_link";
      readonly uri: string;
      readonly name: string | null;
      readonly mimeType: string | null;
    }
  | {
      readonly type: "resource";
      readonly uri: string;
      readonly mimeType: string | null;
      readonly text: string;
    }
  | { readonly type: "omitted"; readonly what: string; readonly because: string };

/** What a model is told of a call's end: typed, labelled with where it comes from, bounded. It belongs in the tool role alone (T60). */
export interface ModelResult {
  readonly operation: string;
  readonly outcome: CallOutcome["kind"];
  /** Says what the outcome means for the model; null for a plain success. */
  readonly note: string | null;
  /** Stable code of what went wrong; null for a result. */
  readonly code: string | null;
  readonly parts: readonly ModelPart[];
  /** Invisible characters that were taken out (T58, T59). */
  readonly removedCharacters: number;
  /** Bytes that were left out because they were over the bound. */
  readonly omittedBytes: number;
}
