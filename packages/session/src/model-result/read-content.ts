import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import { readMedia } from "./media.js";
import type { ModelBudget } from "./model-budget.js";
import type { ModelPart } from "./model-result.js";

/** Most pieces of one result that are looked at. */
export const MAX_PARTS = 256;

/** Members of a result that are about the protocol, not about what was asked. */
const PROTOCOL_MEMBERS: ReadonlySet<string> = new Set([
  "_meta",
  "resultType",
  "ttlMs",
  "cacheScope",
  "isError",
]);

/** The pieces of a result in the server's order (T7, R1, R3). Nothing is fetched, whatever they point at (T61). */
export function readParts(result: JsonObject, budget: ModelBudget): readonly ModelPart[] {
  const { content, contents, structuredContent } = result;
  if (Array.isArray(content)) {
    const parts = within(content).map((block) => readBlock(block, budget));
    return structuredContent === undefined || isToldBy(content, structuredContent)
      ? [...parts, ...left(content)]
      : [...parts, ...left(content), jsonPart("structured content", structuredContent, budget)];
  }
  if (Array.isArray(contents)) {
    return [...within(contents).map((item) => readResource(item, budget)), ...left(contents)];
  }
  const members = Object.entries(result).filter(([name]) => !PROTOCOL_MEMBERS.has(name));
  return [jsonPart("result", Object.fromEntries(members), budget)];
}

function within(items: readonly JsonValue[]): readonly JsonValue[] {
  return items.slice(0, MAX_PARTS);
}

function left(items: readonly JsonValue[]): readonly ModelPart[] {
  const more = items.length - MAX_PARTS;
  return more > 0
    ? [omitted(`${more} further pieces`, `more than ${MAX_PARTS} are not looked at`)]
    : [];
}

function readBlock(block: JsonValue, budget: ModelBudget): ModelPart {
  if (!isJsonObject(block)) return omitted("a piece", "it is not an object");
  const { type, text, data, mimeType, resource } = block;
  if (type === "text") {
    return typeof text === "string"
      ? { type, text: budget.text(text) }
      : omitted("a text", "it holds no text");
  }
  if (type === "image" || type === "audio") return mediaPart(type, data, mimeType, budget);
  if (type === "resource") return readResource(resource ?? null, budget);
  if (type === "resource_link") {
    return {
      type,
      uri: budget.label(block["uri"]) ?? "",
      name: budget.label(block["name"]),
      mimeType: budget.label(mimeType),
    };
  }
  return omitted(`a piece of type ${JSON.stringify(budget.label(type))}`, "its type is unknown");
}

function readResource(item: JsonValue, budget: ModelBudget): ModelPart {
  if (!isJsonObject(item)) return omitted("a resource", "it is not an object");
  const { text, blob, mimeType } = item;
  const uri = budget.label(item["uri"]) ?? "";
  if (typeof text === "string") {
    return { type: "resource", uri, mimeType: budget.label(mimeType), text: budget.text(text) };
  }
  const kind = typeof mimeType === "string" && mimeType.startsWith("audio/") ? "audio" : "image";
  const part = mediaPart(kind, blob, mimeType, budget);
  return part.type === "omitted" ? { ...part, what: `the resource ${uri}` } : part;
}

function mediaPart(
  type: "image" | "audio",
  data: unknown,
  mimeType: unknown,
  budget: ModelBudget,
): ModelPart {
  const media = readMedia(data, mimeType);
  const label = budget.label(mimeType) ?? "";
  return media.kind === "media"
    ? { type, mimeType: label.toLowerCase(), data: media.data, bytes: media.bytes }
    : omitted(`an ${type} of type ${JSON.stringify(label)}`, media.because);
}

function jsonPart(what: string, value: JsonValue, budget: ModelBudget): ModelPart {
  // Null is a value here (T7), and what the budget answers where it is too small.
  if (value === null) return { type: "json", value };
  const kept = budget.json(value);
  return kept === null
    ? omitted(`the ${what}`, "it is larger than what is left of the bound")
    : { type: "json", value: kept };
}

/** Whether a text says the structured content already, as servers do for older clients. */
function isToldBy(content: readonly JsonValue[], structured: JsonValue): boolean {
  return content.some((block) => {
    const text = isJsonObject(block) ? block["text"] : undefined;
    return typeof text === "string" && text === JSON.stringify(structured);
  });
}

function omitted(what: string, because: string): ModelPart {
  return { type: "omitted", what, because };
}
