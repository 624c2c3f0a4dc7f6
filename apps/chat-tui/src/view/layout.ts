import { sanitizeForTerminal } from "@perspt/text";
import { suggestions } from "../commands/complete.js";
import { layoutEditor } from "../editor/layout.js";
import { elicitationRows } from "../mcp/elicitation-lines.js";
import type { ChatState } from "../state/chat-state.js";
import { span, wrapSpans } from "../transcript/wrap-spans.js";
import type { Row, Size } from "./frame.js";

/** The smallest screen that a chat fits on. */
export const SMALLEST: Size = { columns: 20, rows: 6 };

/** The mark before what is written, in columns. */
export const PROMPT_WIDTH = 2;
const MAX_EDITOR_ROWS = 8;
const MAX_SUGGESTION_ROWS = 6;
const STATUS_ROWS = 1;
/** What the conversation keeps, however much is shown beside it. */
const LEAST_TRANSCRIPT_ROWS = 2;

export function editorWidth({ columns }: Size): number {
  return Math.max(2, columns - PROMPT_WIDTH);
}

/** The conversation's part of the screen, and the panels below it, from the top down, each as rows. */
export interface Panels {
  readonly main: Size;
  readonly reasoning: readonly Row[];
  readonly elicitation: readonly Row[];
  readonly suggestions: readonly Row[];
  readonly editor: ReturnType<typeof layoutEditor>;
}

/** Shares the screen out: the editor first, then what a server asks, the suggestions, the reasoning; the rest is the conversation's. */
export function layoutPanels(state: ChatState): Panels {
  const { size, prompt } = state;
  const editor = layoutEditor(
    prompt.editor,
    editorWidth(size),
    Math.min(MAX_EDITOR_ROWS, Math.max(1, Math.floor(size.rows / 3))),
  );
  let left = size.rows - STATUS_ROWS - LEAST_TRANSCRIPT_ROWS - editor.rows.length;
  const take = (rows: readonly Row[], most: number, cut: Cut): readonly Row[] => {
    const taken = cutRows(rows, Math.max(0, Math.min(most, left)), cut);
    left -= taken.length;
    return taken;
  };
  const elicitation = take(questionRows(state), Math.floor(size.rows / 2), "middle");
  const suggested = take(suggestionRows(state), MAX_SUGGESTION_ROWS, "end");
  const reasoning = take(reasoningRows(state), Math.floor(size.rows / 3), "start");
  const main = { columns: size.columns, rows: Math.max(1, left + LEAST_TRANSCRIPT_ROWS) };
  return { main, reasoning, elicitation, suggestions: suggested, editor };
}

/** What is left for the conversation. */
export function transcriptSize(state: ChatState): Size {
  return layoutPanels(state).main;
}

/** Which rows of a panel that is too high are left out. */
type Cut = "start" | "middle" | "end";

function cutRows(rows: readonly Row[], most: number, cut: Cut): readonly Row[] {
  if (rows.length <= most) return rows;
  switch (cut) {
    case "start":
      return rows.slice(rows.length - most);
    case "end":
      return rows.slice(0, most);
    case "middle": {
      // The last row says how to answer.
      if (most < 3) return rows.slice(0, most);
      const left = rows.length - most + 1;
      const gap: Row = [span(`│ … ${left} more lines: /mcp shows them`, { tone: "muted" })];
      return [...rows.slice(0, most - 2), gap, ...rows.slice(-1)];
    }
  }
}

function questionRows({ elicitations, size }: ChatState): readonly Row[] {
  const [shown] = elicitations;
  return shown === undefined ? [] : elicitationRows(shown, elicitations.length, size.columns);
}

function suggestionRows({ prompt, completion, model }: ChatState): readonly Row[] {
  const found = suggestions(completion?.typed ?? prompt.editor.content, model.names);
  const from = Math.max(0, (completion?.index ?? 0) - MAX_SUGGESTION_ROWS + 1);
  return found.slice(from).map(({ text, about }, index): Row => {
    const isChosen = completion !== null && from + index === completion.index;
    return [
      span(`  ${text}`, isChosen ? { tone: "accent", inverse: true } : { tone: "accent" }),
      span(about === "" ? "" : `  ${about}`, { tone: "muted" }),
    ];
  });
}

function reasoningRows({ reasoning, size }: ChatState): readonly Row[] {
  if (!reasoning.isShown) return [];
  const title: Row = [span("Reasoning", { tone: "muted", bold: true })];
  const text = sanitizeForTerminal(reasoning.text.trim(), { layout: "multiline" });
  if (text === "") return [title, [span("The model has shown none.", { tone: "muted" })]];
  return [title, ...wrapSpans([span(text, { tone: "muted" })], size.columns)];
}
