import type { Scroll as ScrollKey } from "../input/command.js";
import { BlockLayouts } from "../transcript/block-rows.js";
import { TranscriptWindow } from "../transcript/transcript-view.js";
import { transcriptSize } from "../view/layout.js";
import { sheetRows } from "../view/sheet.js";
import type { ChatState } from "./chat-state.js";

/** Lays blocks out once: what it keeps is found again by the blocks themselves, and changes no answer. */
export const transcriptWindow = new TranscriptWindow(new BlockLayouts());

/** What is shown, a sheet or the conversation, by rows or pages or to an end. */
export function scrolled(state: ChatState, by: ScrollKey): ChatState {
  const size = transcriptSize(state);
  const rows = by.unit === "end" ? 0 : by.count * (by.unit === "pages" ? pageOf(size.rows) : 1);
  if (state.sheet !== null) {
    const last = Math.max(0, sheetRows(state.sheet, size.columns).length - size.rows);
    const wanted = by.unit === "end" ? (by.of === "top" ? 0 : last) : state.sheet.top + rows;
    return { ...state, sheet: { ...state.sheet, top: Math.min(last, Math.max(0, wanted)) } };
  }
  const scroll = transcriptWindow.scrolled(
    state.transcript,
    size,
    state.scroll,
    by.unit === "end" ? { kind: by.of } : { kind: "rows", rows },
  );
  return { ...state, scroll };
}

/** Two rows of the last page stay, to read on from. */
function pageOf(rows: number): number {
  return Math.max(1, rows - 2);
}
