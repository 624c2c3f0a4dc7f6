import type {
  JSONObject,
  JSONValue,
  LanguageModelV3CallOptions,
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
  LanguageModelV3ToolResultOutput,
  SharedV3ProviderOptions,
} from "@ai-sdk/provider";
import type { ModelProviderName } from "../model-choice.js";
import { isModelJsonObject, type ModelJson, type ModelJsonObject } from "../model-json.js";
import type { AssistantPart, ModelMessage, ModelRequest, ToolAnswer } from "../model-request.js";
import { adaptSchema } from "./adapt-schema.js";

type ToolSchema = LanguageModelV3FunctionTool["inputSchema"];

/** A request in the SDK's words. Pure. */
export function toCallOptions(
  request: ModelRequest,
  provider: ModelProviderName,
): Omit<LanguageModelV3CallOptions, "abortSignal"> {
  const { messages, tools, toolChoice, maxTokens, temperature, stopSequences } = request;
  return {
    prompt: messages.map(toMessage),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, inputSchema }) => ({
            type: "function",
            name,
            description,
            inputSchema: toolSchema(adaptSchema(inputSchema, provider)),
          })),
          toolChoice: { type: toolChoice ?? "auto" },
        }),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(stopSequences === undefined ? {} : { stopSequences: [...stopSequences] }),
  };
}

function toMessage(message: ModelMessage): LanguageModelV3Message {
  switch (message.role) {
    case "system":
      return { role: "system", content: message.text };
    case "user":
      return { role: "user", content: [{ type: "text", text: message.text }] };
    case "assistant":
      return { role: "assistant", content: message.parts.map(toPart) };
    case "tool":
      return { role: "tool", content: message.answers.map(toResult) };
  }
}

function toPart(part: AssistantPart) {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text } as const;
    case "reasoning":
      return { type: "reasoning", text: part.text, ...optionsOf(part.providerData) } as const;
    case "tool_call":
      return {
        type: "tool-call",
        toolCallId: part.id,
        toolName: part.name,
        input: parsedInput(part.arguments),
        ...optionsOf(part.providerData),
      } as const;
  }
}

function toResult(answer: ToolAnswer) {
  return {
    type: "tool-result",
    toolCallId: answer.id,
    toolName: answer.name,
    output: toOutput(answer),
  } as const;
}

function toOutput({ output, status, media }: ToolAnswer): LanguageModelV3ToolResultOutput {
  if (media.length > 0) {
    return {
      type: "content",
      value: [
        { type: "text", text: typeof output === "string" ? output : JSON.stringify(output) },
        ...media.map(({ mimeType, data }) => ({
          type: "file-data" as const,
          data,
          mediaType: mimeType,
        })),
      ],
    };
  }
  if (typeof output === "string") {
    return { type: status === "ok" ? "text" : "error-text", value: output };
  }
  return { type: status === "ok" ? "json" : "error-json", value: copy(output) };
}

/** What the model wrote, for its own memory; text that is no JSON is shown to it as text. */
function parsedInput(text: string): unknown {
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch {
    return { unreadable: text };
  }
}

function optionsOf(data: ModelJsonObject | undefined): {
  readonly providerOptions?: SharedV3ProviderOptions;
} {
  if (data === undefined) return {};
  const options: SharedV3ProviderOptions = {};
  for (const [provider, value] of Object.entries(data)) {
    if (isModelJsonObject(value)) options[provider] = copyObject(value);
  }
  return { providerOptions: options };
}

/** A copy that the SDK may have: its types know no read-only values. */
function copy(value: ModelJson): JSONValue {
  if (typeof value !== "object" || value === null) return value;
  return isModelJsonObject(value) ? copyObject(value) : value.map(copy);
}

function copyObject(value: ModelJsonObject): JSONObject {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copy(member)]));
}

function isObjectSchema(value: JSONObject): value is JSONObject & ToolSchema {
  return value["type"] === "object";
}

/** `adaptSchema` has seen to it that the root is an object; anything else is a broken contract. */
function toolSchema(schema: ModelJsonObject): ToolSchema {
  const plain = copyObject(schema);
  if (!isObjectSchema(plain)) throw new TypeError("a tool's input schema is that of an object");
  return plain;
}
