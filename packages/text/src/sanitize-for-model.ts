import { replaceInvisible } from "./invisible.js";

/** Most bytes that a model receives of one text unless the caller sets another bound. */
export const MAX_MODEL_BYTES = 262_144;

export interface ModelTextOptions {
  /** Longest result in bytes of UTF-8; `MAX_MODEL_BYTES` by default. */
  readonly maxBytes?: number;
}

export interface ModelText {
  readonly text: string;
  /** How many code points were taken out. Carriage returns that became line feeds do not count. */
  readonly removed: number;
  /** How many bytes of UTF-8 were cut from the end of the cleaned text; 0 when it fitted. */
  readonly truncated: number;
}

const ESCAPE = "\u001b";
const BELL = "\u0007";
/** 8-bit forms: CSI; what starts a string (OSC, DCS, SOS, PM, APC); what ends one. */
const CSI = "\u009b";
const STRING_STARTS = "\u009d\u0090\u0098\u009e\u009f";
const STRING_END = "\u009c";

/**
 * Escape sequences whole, so that no rubble such as `[31m` stays behind: CSI with its parameters, and strings up to their end. One
 * without an end loses its control characters only. No character can belong to two attempts, so the search is linear.
 */
const ESCAPE_SEQUENCE = new RegExp(
  [
    `(?:${ESCAPE}\\[|${CSI})[0-?]*[ -/]*[@-~]`,
    `(?:${ESCAPE}[\\]PX^_]|[${STRING_STARTS}])[^${BELL}${ESCAPE}${CSI}${STRING_STARTS}${STRING_END}]*(?:${BELL}|${ESCAPE}\\\\|${STRING_END})`,
  ].join("|"),
  "g",
);

/**
 * A stranger's text made safe for a model (T58, T59): what a person could not see is taken out and counted, so that no instruction
 * hides in tags, bidi controls, zero-width characters, stacked variation selectors or escape sequences. Line feeds, tabs and whole emoji
 * stay. The result is well-formed Unicode, ends between two code points, and is the same when cleaned again.
 *
 * It cannot tell a visible instruction from data: that is what labels and limited authority are for.
 */
export function sanitizeForModel(text: string, options: ModelTextOptions = {}): ModelText {
  let removed = 0;
  const remove = (characters: string): string => {
    removed += Array.from(characters).length;
    return "";
  };
  const withoutSequences = text.replace(/\r\n?/g, "\n").replace(ESCAPE_SEQUENCE, remove);
  const clean = replaceInvisible(withoutSequences, (character) => {
    if (character === "\n" || character === "\t") return character;
    removed += 1;
    return "";
  });
  const { kept, truncated } = withinBytes(clean, options.maxBytes ?? MAX_MODEL_BYTES);
  return { text: kept, removed, truncated };
}

function withinBytes(text: string, maxBytes: number): { kept: string; truncated: number } {
  // No text has more bytes than three for each UTF-16 unit.
  if (text.length * 3 <= maxBytes) return { kept: text, truncated: 0 };
  const encoder = new TextEncoder();
  const bytes = encoder.encode(text).byteLength;
  if (bytes <= maxBytes) return { kept: text, truncated: 0 };
  const room = new Uint8Array(Math.max(0, Math.floor(maxBytes)));
  const { read } = encoder.encodeInto(text, room);
  // An emoji that was cut in two must not leave its joiner behind.
  const kept = text.slice(0, read).replace(/\u200d$/u, "");
  return { kept, truncated: bytes - encoder.encode(kept).byteLength };
}
