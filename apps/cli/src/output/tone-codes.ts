import type { Tone } from "./blocks.js";

const RESET = "\u001b[0m";

/** Select Graphic Rendition codes that are readable on light and dark backgrounds alike. */
const CODES: Readonly<Record<Tone, string>> = {
  plain: "",
  strong: "\u001b[1m",
  dim: "\u001b[2m",
  good: "\u001b[32m",
  warning: "\u001b[33m",
  bad: "\u001b[31m",
};

/** Colours safe text. */
export function inTone(text: string, tone: Tone): string {
  return tone === "plain" || text === "" ? text : `${CODES[tone]}${text}${RESET}`;
}
