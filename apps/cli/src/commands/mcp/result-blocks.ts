import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import { type Block, code, prose } from "../../output/blocks.js";

/**
 * What a server answered, for people: texts as they are, everything else in a line that says what it is. Nothing is fetched, decoded or
 * opened (T61). The whole answer is in `--json`.
 */
export function resultBlocks(result: JsonObject, indent = 0): readonly Block[] {
  const content = member(result, "content");
  const contents = member(result, "contents");
  const blocks = Array.isArray(content)
    ? contentBlocks(content, member(result, "structuredContent"))
    : Array.isArray(contents)
      ? contents.map(resourceBlock)
      : [code(JSON.stringify(result, null, 2), 0)];
  return blocks.map((block) => ({ ...block, indent }));
}

/** Blocks that can stand further to the right. */
type ResultBlock = Extract<Block, { readonly kind: "code" | "prose" }>;

function contentBlocks(
  content: readonly JsonValue[],
  structured: JsonValue | undefined,
): readonly ResultBlock[] {
  const blocks = content.flatMap(contentBlock);
  // A text that accompanies structured content says the same in words.
  if (structured === undefined || content.some(isText)) {
    return blocks.length === 0 ? [summary("an empty answer")] : blocks;
  }
  return [...blocks, code(JSON.stringify(structured, null, 2), 0)];
}

function contentBlock(item: JsonValue): readonly ResultBlock[] {
  if (!isJsonObject(item)) return [summary("content of no known shape")];
  const type = textMember(item, "type");
  switch (type) {
    case "text":
      return [code(textMember(item, "text"), 0)];
    case "image":
    case "audio":
      return [summary(`${type}, ${textMember(item, "mimeType")}, ${base64Size(item, "data")}`)];
    case "resource_link":
      return [summary(`link to a resource, ${labelOf(item)}`)];
    case "resource":
      return [resourceBlock(member(item, "resource") ?? null)];
    default:
      return [summary(`content of the type ${JSON.stringify(type)}`)];
  }
}

function resourceBlock(resource: JsonValue): ResultBlock {
  if (!isJsonObject(resource)) return summary("a resource of no known shape");
  const text = member(resource, "text");
  if (typeof text === "string") return code(text, 0);
  const mimeType = textMember(resource, "mimeType");
  return summary(
    `resource, ${textMember(resource, "uri")}, ${mimeType === "" ? "bytes" : mimeType}, ${base64Size(resource, "blob")}`,
  );
}

function labelOf(link: JsonObject): string {
  const name = textMember(link, "name");
  const uri = textMember(link, "uri");
  return name === "" ? uri : `${name}: ${uri}`;
}

function isText(item: JsonValue): boolean {
  return isJsonObject(item) && member(item, "type") === "text";
}

function summary(text: string): ResultBlock {
  return prose(`[${text}]`, { tone: "dim" });
}

/** How many bytes base64 text stands for, without decoding it. */
function base64Size(item: JsonObject, name: string): string {
  const text = textMember(item, name);
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return sizeText(Math.max(0, Math.floor((text.length * 3) / 4) - padding));
}

export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kibibytes = bytes / 1024;
  return kibibytes < 1024 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`;
}

function textMember(object: JsonObject, name: string): string {
  const value = member(object, name);
  return typeof value === "string" ? value : "";
}

function member(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
