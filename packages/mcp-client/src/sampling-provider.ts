import type { JsonObject } from "@perspt/json";
import type { CallId } from "./call-guard.js";

/** One message of a sampling request. Its blocks are the server's: untrusted, of the shapes that the specification gives them. */
export interface SamplingMessage {
  readonly role: "user" | "assistant";
  readonly content: readonly JsonObject[];
}

/** A tool that the server offers to the model. It is the server's own to run: nothing on this side executes it (A10). */
export interface SamplingTool {
  readonly name: string;
  readonly description: string | null;
  readonly inputSchema: JsonObject;
}

/**
 * A server asks for one answer of the user's model. It has passed the rules of one request (`readSampling`); budgets over many requests
 * are the provider's. Model preferences are not handed on: they choose nothing here (A5).
 */
export interface SamplingRequest {
  /** Unique among the requests of this process. */
  readonly id: string;
  /** The id that the user gave the server in the configuration. */
  readonly serverId: string;
  readonly call: CallId;
  /** What was called: a tool's or prompt's remote name, or a resource's address. */
  readonly operation: string;
  readonly messages: readonly SamplingMessage[];
  /** The server's wish; the provider may drop it (A9). */
  readonly systemPrompt: string | null;
  /** At least 1, and at most this server's cap. */
  readonly maxTokens: number;
  readonly temperature: number | null;
  readonly stopSequences: readonly string[];
  readonly tools: readonly SamplingTool[];
  readonly toolChoice: "auto" | "required" | "none";
}

/** A part of the model's answer. */
export type SamplingBlock =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "tool_use";
      readonly id: string;
      readonly name: string;
      readonly input: JsonObject;
    };

/** What the user's model made of a server's request, or why it was not asked. */
export type SamplingAnswer =
  | {
      readonly kind: "sampled";
      readonly content: readonly [SamplingBlock, ...SamplingBlock[]];
      /** The model that answered, as the server may know it. */
      readonly model: string;
      readonly stopReason: "endTurn" | "stopSequence" | "maxTokens" | "toolUse";
      /** What the answer cost, where the model says so; left out, a budget counts the request's `maxTokens`. */
      readonly tokens?: number;
    }
  /** A person, a budget or a fault says no. The protocol has no answer for that, so the call that asked is given up (Q8). */
  | { readonly kind: "denied"; readonly code: string; readonly reason: string };

/**
 * Answers servers with the user's own model. `sample` is called for servers that opted in, for one request at a time of each call; it
 * should settle when the signal aborts, because the call that asked has ended then; a late answer is dropped. What it throws counts as a
 * denial with code `sampling_failed`.
 */
export interface McpSamplingProvider {
  sample(request: SamplingRequest, signal: AbortSignal): Promise<SamplingAnswer>;
}
