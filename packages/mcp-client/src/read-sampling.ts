import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import type { SamplingRefusalCode } from "./call-error-code.js";
import { readSamplingMessages } from "./read-sampling-messages.js";
import type { SamplingRequest, SamplingTool } from "./sampling-provider.js";

/** Most tools, and most stop sequences, of one request. */
export const MAX_SAMPLING_TOOLS = 64;
export const MAX_STOP_SEQUENCES = 64;

const TOOL_NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/** What the server asks for, without whence it came. */
export type SamplingWish = Omit<SamplingRequest, "id" | "serverId" | "call" | "operation">;

export type SamplingReading =
  | { readonly kind: "sampling"; readonly wish: SamplingWish }
  | SamplingRejection;

export interface SamplingRejection {
  readonly kind: "rejected";
  readonly code: SamplingRefusalCode;
  /** A sentence: what was expected, what came. */
  readonly reason: string;
}

/**
 * The rules of one sampling request, before anybody's model hears of it (A1 to A7, T69): no more tokens than the cap, no context of other
 * servers, messages in the order that tools demand. Pure and total.
 */
export function readSampling(params: JsonObject, maxTokensCap: number): SamplingReading {
  const { includeContext = "none", maxTokens, systemPrompt, temperature } = params;
  if (includeContext !== "none") {
    return {
      kind: "rejected",
      code: "sampling_context_refused",
      reason: "The server asks for the context of MCP servers, which is never passed on.",
    };
  }
  if (typeof maxTokens !== "number" || !Number.isSafeInteger(maxTokens) || maxTokens < 1) {
    return malformed("maxTokens has to be a whole number of at least 1");
  }
  if (maxTokens > maxTokensCap) {
    return {
      kind: "rejected",
      code: "sampling_over_cap",
      reason: `The server asks for ${maxTokens} tokens at once; max_sampling_tokens allows it ${maxTokensCap}.`,
    };
  }
  if (systemPrompt !== undefined && typeof systemPrompt !== "string") {
    return malformed("systemPrompt has to be text");
  }
  if (temperature !== undefined && !(typeof temperature === "number" && temperature >= 0)) {
    return malformed("temperature has to be a number that is not negative");
  }
  const stopSequences = readStopSequences(params["stopSequences"]);
  if (stopSequences === null) {
    return malformed(`stopSequences has to be a list of at most ${MAX_STOP_SEQUENCES} texts`);
  }
  const tools = readTools(params["tools"]);
  if (typeof tools === "string") return malformed(tools);
  const toolChoice = readToolChoice(params["toolChoice"]);
  if (toolChoice === null) return malformed("toolChoice.mode has to be auto, required or none");
  const messages = readSamplingMessages(params["messages"]);
  if (typeof messages === "string") return malformed(messages);
  return {
    kind: "sampling",
    wish: {
      messages,
      systemPrompt: systemPrompt ?? null,
      maxTokens,
      temperature: temperature ?? null,
      stopSequences,
      tools,
      toolChoice,
    },
  };
}

function readStopSequences(value: JsonValue | undefined): readonly string[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MAX_STOP_SEQUENCES) return null;
  const texts = value.filter((entry) => typeof entry === "string");
  return texts.length === value.length ? texts : null;
}

function readTools(value: JsonValue | undefined): readonly SamplingTool[] | string {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MAX_SAMPLING_TOOLS) {
    return `tools has to be a list of at most ${MAX_SAMPLING_TOOLS} tools`;
  }
  const tools = new Map<string, SamplingTool>();
  const entries: readonly JsonValue[] = value;
  for (const entry of entries) {
    const tool = readTool(entry);
    if (tool === null) return "each tool has to have a plain name and an object schema";
    if (tools.has(tool.name)) return "the names of the tools have to differ";
    tools.set(tool.name, tool);
  }
  return [...tools.values()];
}

function readTool(value: JsonValue): SamplingTool | null {
  if (!isJsonObject(value)) return null;
  const { name, description = null, inputSchema } = value;
  if (typeof name !== "string" || !TOOL_NAME.test(name)) return null;
  if (description !== null && typeof description !== "string") return null;
  if (!isJsonObject(inputSchema) || inputSchema["type"] !== "object") return null;
  return { name, description, inputSchema };
}

function readToolChoice(value: JsonValue | undefined): SamplingWish["toolChoice"] | null {
  const { mode = "auto" } = value === undefined ? {} : isJsonObject(value) ? value : { mode: null };
  return mode === "auto" || mode === "required" || mode === "none" ? mode : null;
}

function malformed(reason: string): SamplingRejection {
  return {
    kind: "rejected",
    code: "invalid_sampling_request",
    reason: `The server's sampling request cannot be used: ${reason}.`,
  };
}
