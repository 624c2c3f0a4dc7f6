import { sanitizeForTerminal } from "@perspt/text";
import { MAX_BLOCK_LENGTH } from "../transcript/block-rows.js";
import type { Transcript, TranscriptBlock } from "../transcript/transcript.js";

/** A conversation as Markdown, without anything that a terminal would obey. */
export function exportedText({ blocks }: Transcript): string {
  return blocks.map((block) => `${headed(block)}\n`).join("\n");
}

function headed(block: TranscriptBlock): string {
  const text = sanitizeForTerminal(block.text, {
    layout: "multiline",
    maxLength: MAX_BLOCK_LENGTH,
  });
  switch (block.kind) {
    case "person":
      return `## You\n\n${text}`;
    case "assistant":
      return `## Model\n\n${text}`;
    case "notice":
      return `> ${text.replaceAll("\n", "\n> ")}`;
  }
}
