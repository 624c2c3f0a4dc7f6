import type { ChatState } from "../state/chat-state.js";
import { transcriptWindow } from "../state/scrolled.js";
import { highlight } from "../transcript/search-transcript.js";
import type { TranscriptView } from "../transcript/transcript-view.js";
import { indentRows, span } from "../transcript/wrap-spans.js";
import type { Frame, Row, Size } from "./frame.js";
import { layoutPanels, PROMPT_WIDTH, SMALLEST } from "./layout.js";
import { sheetRows } from "./sheet.js";
import { statusRow } from "./status-row.js";

/** The whole screen as a function of the state; `now` is for what is shown of time. */
export function viewChat(state: ChatState, now: number): Frame {
  const { size } = state;
  if (size.columns < SMALLEST.columns || size.rows < SMALLEST.rows) return tooSmall(state);
  const panels = layoutPanels(state);
  const { reasoning, elicitation, suggestions, editor } = panels;
  const main = mainRows(state, panels.main);
  const blank: readonly Row[] = Array.from(
    { length: panels.main.rows - main.rows.length },
    () => [],
  );
  const prompt = span("> ", { tone: "person", bold: true });
  const rows = [
    ...main.rows,
    ...blank,
    ...reasoning,
    ...elicitation,
    ...suggestions,
    statusRow(state, main.blocksBelow, now),
    ...indentRows(editor.rows, [prompt], [span("  ")]),
  ];
  return {
    size,
    rows,
    cursor: {
      row: rows.length - editor.rows.length + editor.cursor.row,
      column: PROMPT_WIDTH + editor.cursor.column,
    },
  };
}

function mainRows(state: ChatState, size: Size): TranscriptView {
  const { sheet, search } = state;
  if (sheet !== null) {
    const rows = sheetRows(sheet, size.columns).slice(sheet.top, sheet.top + size.rows);
    return { rows, blocksBelow: 0 };
  }
  const { rows, blocksBelow } = transcriptWindow.view(state.transcript, size, state.scroll);
  return { rows: highlight(rows, search?.query ?? ""), blocksBelow };
}

function tooSmall({ size }: ChatState): Frame {
  const words = `Too small: ${SMALLEST.columns}×${SMALLEST.rows} is needed.`;
  const rows = Array.from({ length: size.rows }, (_, row): Row => {
    const text = words.slice(row * size.columns, (row + 1) * size.columns);
    return text === "" ? [] : [span(text)];
  });
  return { size, rows, cursor: null };
}
