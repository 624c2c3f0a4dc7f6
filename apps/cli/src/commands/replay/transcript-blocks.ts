import { isJsonObject, type JsonValue } from "@perspt/json";
import type { TranscriptCall, TranscriptEntry } from "@perspt/session";
import { BLANK, type Block, indented, prose, span } from "../../output/blocks.js";

/** Of a longer text the rest is left to `--json`, in characters. */
const LONGEST_TEXT = 4_000;

/** A recorded conversation in its order: what was said to the model, what it said, and how each of its calls ended. */
export function transcriptBlocks(transcript: readonly TranscriptEntry[]): readonly Block[] {
  return transcript.flatMap((entry, index) => [
    ...(entry.kind === "call" || index === 0 ? [] : [BLANK]),
    ...entryBlocks(entry),
  ]);
}

function entryBlocks(entry: TranscriptEntry): readonly Block[] {
  switch (entry.kind) {
    case "message":
      return [
        prose(`${entry.from === "person" ? "" : `${entry.from} `}> ${textOf(entry.text)}`, {
          tone: "strong",
        }),
      ];
    case "turn":
      return turnBlocks(entry.content);
    case "call":
      return [callBlock(entry)];
  }
}

/** A turn is an array of parts. What this version does not know of is shown as it was written. */
function turnBlocks(content: JsonValue): readonly Block[] {
  const parts: readonly JsonValue[] = Array.isArray(content) ? content : [content];
  return parts.flatMap((part) => partBlocks(part));
}

function partBlocks(part: JsonValue): readonly Block[] {
  if (!isJsonObject(part)) return [prose(textOf(part))];
  const { type, text = null, name = null, arguments: given = null } = part;
  if (type === "text") return [prose(textOf(text))];
  if (type === "reasoning") return [prose(textOf(text), { tone: "dim" })];
  if (type !== "tool_call") return [prose(textOf(part), { tone: "dim" })];
  return [prose(`call ${textOf(name)} ${textOf(given)}`, { tone: "dim", indent: 2 })];
}

function callBlock({ seq, operation, rule, outcome }: TranscriptCall): Block {
  const end = outcome?.kind ?? "not sent";
  const tone = end === "completed" ? "good" : "warning";
  return indented(2, `#${seq} ${operation}  `, span(end, tone), span(`  ${rule}`, "dim"));
}

function textOf(value: JsonValue): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const rest = text.length - LONGEST_TEXT;
  return rest > 0
    ? `${text.slice(0, LONGEST_TEXT)}… ${rest} characters more: --json has them`
    : text;
}
