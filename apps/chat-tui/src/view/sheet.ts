import type { Sheet } from "../state/chat-state.js";
import { indentRows, span, wrapSpans } from "../transcript/wrap-spans.js";
import type { Row } from "./frame.js";

/** The narrowest that an indented line can become. */
const MIN_COLUMNS = 8;

/** A sheet's lines as rows, what is wrapped under its line's beginning. */
export function sheetRows({ lines }: Sheet, columns: number): readonly Row[] {
  return lines.flatMap(({ text, tone, indent }) => {
    const rows = wrapSpans([span(text, { tone })], Math.max(MIN_COLUMNS, columns - indent));
    const before = indent === 0 ? [] : [span(" ".repeat(indent))];
    return indentRows(rows, before, before);
  });
}
