import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import type { SamplingMessage } from "./sampling-provider.js";
import { wordIn } from "./word-in.js";

/** Most messages of one request. */
export const MAX_SAMPLING_MESSAGES = 512;

/** Kinds of block that each role may speak with. */
const BLOCKS_OF: ReadonlyMap<JsonValue | undefined, ReadonlySet<string>> = new Map([
  ["user", new Set(["text", "image", "audio", "tool_result"])],
  ["assistant", new Set(["text", "image", "audio", "tool_use"])],
]);

/**
 * Reads the messages of a sampling request; the text says why they cannot be used. A tool's use is answered by the very next message,
 * each use once, and a message that answers does nothing else (A7).
 */
export function readSamplingMessages(
  value: JsonValue | undefined,
): readonly SamplingMessage[] | string {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_SAMPLING_MESSAGES) {
    return `messages has to be a list of 1 to ${MAX_SAMPLING_MESSAGES} messages`;
  }
  const messages: SamplingMessage[] = [];
  const entries: readonly JsonValue[] = value;
  for (const entry of entries) {
    const message = readMessage(entry);
    if (message === null) return "each message has to have a role and blocks that go with it";
    messages.push(message);
  }
  return toolOrderProblem(messages) ?? messages;
}

function readMessage(value: JsonValue): SamplingMessage | null {
  if (!isJsonObject(value)) return null;
  const { role, content } = value;
  const kinds = BLOCKS_OF.get(role);
  if (kinds === undefined || content === undefined) return null;
  const blocks = (Array.isArray(content) ? content : [content]).filter(isJsonObject);
  const count = Array.isArray(content) ? content.length : 1;
  const fits = (block: JsonObject): boolean =>
    typeof block["type"] === "string" && kinds.has(block["type"]) && isWhole(block);
  if (count === 0 || blocks.length !== count || !blocks.every(fits)) return null;
  return { role: role === "user" ? "user" : "assistant", content: blocks };
}

/** Whether a block holds what its type promises. */
function isWhole(block: JsonObject): boolean {
  switch (wordIn(block["type"])) {
    case "text":
      return typeof block["text"] === "string";
    case "image":
    case "audio":
      return typeof block["data"] === "string" && typeof block["mimeType"] === "string";
    case "tool_use":
      return (
        typeof block["id"] === "string" &&
        typeof block["name"] === "string" &&
        isJsonObject(block["input"])
      );
    case "tool_result":
      return typeof block["toolUseId"] === "string" && Array.isArray(block["content"]);
    default:
      return false;
  }
}

function toolOrderProblem(messages: readonly SamplingMessage[]): string | null {
  let open: readonly string[] = [];
  for (const { content } of messages) {
    const answers = idsIn(content, "tool_result", "toolUseId");
    if (answers.length > 0 && answers.length !== content.length) {
      return "a message with a tool_result may hold nothing else";
    }
    if (!sameOnce(open, answers)) {
      return "each tool_use has to be answered once, by the message right after it";
    }
    open = idsIn(content, "tool_use", "id");
  }
  return open.length === 0 ? null : "the last message may not leave a tool_use unanswered";
}

function idsIn(content: readonly JsonObject[], type: string, member: string): readonly string[] {
  return content
    .filter((block) => block["type"] === type)
    .map((block) => block[member])
    .filter((id) => typeof id === "string");
}

/** Whether both hold the same ids, each once. */
function sameOnce(uses: readonly string[], answers: readonly string[]): boolean {
  const expected = new Set(uses);
  const given = new Set(answers);
  return (
    expected.size === uses.length &&
    given.size === answers.length &&
    expected.size === given.size &&
    uses.every((id) => given.has(id))
  );
}
