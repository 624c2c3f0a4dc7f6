import { cells, displayWidth, padToWidth } from "@perspt/text";
import type { Token, Tokens } from "marked";
import type { Row, Span, Style } from "../view/frame.js";
import { inlineSpans } from "./inline-spans.js";
import { isTable, tableRows } from "./table-rows.js";
import { indentRows, span, wrapSpans } from "./wrap-spans.js";

/** The narrowest that what is nested can become: it stands at the left edge, without a mark, where no more is left. */
const MIN_COLUMNS = 8;

/** Blocks of Markdown as rows of at most `columns` (at least 2), a blank row between two blocks. */
export function markdownRows(tokens: readonly Token[], columns: number): readonly Row[] {
  const blocks = rowsOfEach(tokens, columns).filter((rows) => rows.length > 0);
  return blocks.flatMap((rows, index) => (index === 0 ? rows : [[], ...rows]));
}

function rowsOfEach(tokens: readonly Token[], columns: number): readonly (readonly Row[])[] {
  return tokens
    .filter(({ type }) => !SHOWN_BY_NOTHING.has(type))
    .map((token) => blockRows(token, columns));
}

const SHOWN_BY_NOTHING: ReadonlySet<string> = new Set(["space", "checkbox"]);

function blockRows(token: Token, columns: number): readonly Row[] {
  switch (token.type) {
    case "heading":
      return wrapSpans(inline(token, { tone: "heading", bold: true }), columns);
    case "paragraph":
    case "text":
      return wrapSpans(inline(token), columns);
    case "code":
      return codeRows(token, columns);
    case "blockquote":
      return quoteRows(token.tokens ?? [], columns);
    case "list":
      return isList(token) ? listRows(token, columns) : [];
    case "table":
      return isTable(token) ? tableRows(token, columns) : [];
    case "hr":
      return [[span("─".repeat(columns), { tone: "border" })]];
    default:
      return wrapSpans([span(token.raw.replace(/\n+$/, ""))], columns);
  }
}

function inline(token: Token, style: Style = {}): readonly Span[] {
  const tokens = "tokens" in token ? token.tokens : undefined;
  return tokens === undefined ? [span(token.raw, style)] : inlineSpans(tokens, style);
}

/** Word for word: a long line goes on in the next row, cut wherever the row is full. */
function codeRows(token: Token, columns: number): readonly Row[] {
  const text = "text" in token && typeof token.text === "string" ? token.text : token.raw;
  return withMarks(columns, BAR, BAR, (width) =>
    text
      .split("\n")
      .flatMap((line) => cutToWidth(line, width))
      .map((line) => (line === "" ? [] : [span(line, { tone: "code" })])),
  );
}

function cutToWidth(line: string, width: number): readonly string[] {
  if (displayWidth(line) <= width) return [line];
  const rows: string[] = [];
  let row = "";
  let used = 0;
  for (const cell of cells(line)) {
    const wide = displayWidth(cell);
    if (used + wide > width) {
      rows.push(row);
      row = "";
      used = 0;
    }
    row += cell;
    used += wide;
  }
  return [...rows, row];
}

const BAR: Row = [span("│ ", { tone: "border" })];

function quoteRows(tokens: readonly Token[], columns: number): readonly Row[] {
  return withMarks(columns, BAR, BAR, (width) => markdownRows(tokens, width));
}

/** What stands behind marks, as wide as they leave; at least one row, so that the mark is seen. */
function withMarks(
  columns: number,
  first: Row,
  hanging: Row,
  lay: (width: number) => readonly Row[],
): readonly Row[] {
  const width = columns - first.reduce((sum, { text }) => sum + displayWidth(text), 0);
  if (width < MIN_COLUMNS) return lay(columns);
  const rows = lay(width);
  return indentRows(rows.length === 0 ? [[]] : rows, first, hanging);
}

function isList(token: Token): token is Tokens.List {
  return token.type === "list" && "items" in token;
}

function listRows({ items, ordered, start, loose }: Tokens.List, columns: number): readonly Row[] {
  const first = typeof start === "number" ? start : 1;
  const widest = `${first + items.length - 1}. `.length;
  const rows = items.map((item, index) => {
    const number = padToWidth(`${first + index}.`, widest - 1, "right");
    const mark = ordered ? `${number} ` : "• ";
    const box = item.task ? (item.checked === true ? "[x] " : "[ ] ") : "";
    const bullet = span(mark + box, { tone: "accent" });
    const hanging = [span(" ".repeat(displayWidth(bullet.text)))];
    // In a tight list nothing stands between an item's text and the list below it.
    return withMarks(columns, [bullet], hanging, (width) =>
      loose ? markdownRows(item.tokens, width) : rowsOfEach(item.tokens, width).flat(),
    );
  });
  return rows.flatMap((item, index) => (loose && index > 0 ? [[], ...item] : item));
}
