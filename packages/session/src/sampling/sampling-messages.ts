import type { SamplingMessage, SamplingRequest } from "@perspt/mcp-client";
import type { AssistantPart, ModelJson, ModelMessage, ToolAnswer } from "@perspt/models";

/**
 * A server's sampling request as the messages of a model: text, uses of the server's tools and their results. Other blocks are told of by
 * their type; nothing of the user's own conversation is among them.
 */
export function samplingMessages({
  systemPrompt,
  messages,
}: Pick<SamplingRequest, "systemPrompt" | "messages">): readonly ModelMessage[] {
  const names = toolNames(messages);
  const system: readonly ModelMessage[] =
    systemPrompt === null ? [] : [{ role: "system", text: systemPrompt }];
  return [...system, ...messages.flatMap((message) => messageOf(message, names))];
}

/** By the id of its use: a result does not say whose it is. */
function toolNames(messages: readonly SamplingMessage[]): ReadonlyMap<string, string> {
  return new Map(
    messages.flatMap(({ content }) =>
      content.flatMap(({ type, id, name }): [string, string][] =>
        type === "tool_use" && typeof id === "string" && typeof name === "string"
          ? [[id, name]]
          : [],
      ),
    ),
  );
}

function messageOf(
  { role, content }: SamplingMessage,
  names: ReadonlyMap<string, string>,
): readonly ModelMessage[] {
  if (role === "assistant") return [{ role: "assistant", parts: content.map(partOf) }];
  const answers = content.flatMap((block) => answerOf(block, names));
  if (answers.length > 0) return [{ role: "tool", answers }];
  return [{ role: "user", text: content.map(textOf).join("\n\n") }];
}

type Block = SamplingMessage["content"][number];

function partOf(block: Block): AssistantPart {
  const { type, id, name, input } = block;
  return type === "tool_use" && typeof id === "string" && typeof name === "string"
    ? { type: "tool_call", id, name, arguments: JSON.stringify(input ?? {}) }
    : { type: "text", text: textOf(block) };
}

function answerOf(block: Block, names: ReadonlyMap<string, string>): readonly ToolAnswer[] {
  const { type, toolUseId, content, structuredContent, isError } = block;
  if (type !== "tool_result" || typeof toolUseId !== "string") return [];
  const output: ModelJson = structuredContent ?? content ?? [];
  const status = isError === true ? "error" : "ok";
  return [{ id: toolUseId, name: names.get(toolUseId) ?? "unknown", output, status, media: [] }];
}

function textOf({ type, text }: Block): string {
  if (type === "text" && typeof text === "string") return text;
  return `[${typeof type === "string" ? type : "something"} left out]`;
}
