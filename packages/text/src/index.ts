// Strangers' text, made safe for people and for models.

export { findInvisible, type InvisibleCharacter } from "./invisible.js";
export {
  MAX_MODEL_BYTES,
  type ModelText,
  type ModelTextOptions,
  sanitizeForModel,
} from "./sanitize-for-model.js";
export {
  MAX_LINE_LENGTH,
  MAX_MULTILINE_LENGTH,
  sanitizeForTerminal,
  type TerminalTextOptions,
} from "./sanitize-for-terminal.js";

// What a mistyped word most likely means.

export { nearestWord } from "./nearest-word.js";

// Layout in terminals, by display width.

export { cells, displayWidth } from "./display-width.js";
export { type Alignment, padToWidth, type TruncateOptions, truncateToWidth } from "./fit-width.js";
export { formatTable, type TableColumn, type TableOptions } from "./format-table.js";
export { graphemes } from "./graphemes.js";
export { wrapText } from "./wrap-text.js";
