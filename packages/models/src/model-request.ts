import type { ModelJson, ModelJsonObject } from "./model-json.js";

/** A piece of what a model said. `providerData` is the provider's own and goes back to it unread. */
export type AssistantPart =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "reasoning";
      readonly text: string;
      readonly providerData?: ModelJsonObject;
    }
  | {
      readonly type: "tool_call";
      readonly id: string;
      /** As the model was shown it: a provider-safe alias. */
      readonly name: string;
      /** JSON text as the model wrote it; nobody has judged it yet. */
      readonly arguments: string;
      readonly providerData?: ModelJsonObject;
    };

export interface ToolAnswer {
  /** The id of the call that it answers. */
  readonly id: string;
  readonly name: string;
  readonly output: ModelJson;
  /** Whether the model is told that the call failed. */
  readonly status: "ok" | "error";
  readonly media: readonly { readonly mimeType: string; readonly data: string }[];
}

export type ModelMessage =
  | { readonly role: "system"; readonly text: string }
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly parts: readonly AssistantPart[] }
  | { readonly role: "tool"; readonly answers: readonly ToolAnswer[] };

export interface ModelTool {
  /** `^[a-zA-Z0-9_-]{1,64}$`: what every provider takes. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ModelJsonObject;
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly toolChoice?: "auto" | "required" | "none";
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
}
