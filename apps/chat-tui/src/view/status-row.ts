import { displayWidth, sanitizeForTerminal, truncateToWidth } from "@perspt/text";
import type { ChatState } from "../state/chat-state.js";
import { span } from "../transcript/wrap-spans.js";
import type { Row, Span } from "./frame.js";

/** One row: a word to the person, or what goes on; on the right the model, and what is out of sight. */
export function statusRow(state: ChatState, blocksBelow: number, now: number): Row {
  const { columns } = state.size;
  const right = rightOf(state, blocksBelow);
  const room = Math.max(0, columns - displayWidth(right) - 2);
  const left = leftOf(state, now);
  const shown = truncateToWidth(left.text, right === "" ? columns : room);
  const gap = Math.max(0, columns - displayWidth(shown) - displayWidth(right));
  return [span(shown, left.style), span(" ".repeat(gap)), span(right, { tone: "muted" })].filter(
    ({ text }) => text !== "",
  );
}

function leftOf(state: ChatState, now: number): Span {
  const { hint, search, turn, sheet } = state;
  if (search !== null) {
    const isMissed = search.query !== "" && search.block === null;
    const title = isMissed ? "Nothing found" : "Search";
    return span(`${title}: ${sanitizeForTerminal(search.query)}  (Enter next, Esc ends)`, {
      tone: isMissed ? "warning" : "accent",
    });
  }
  if (hint !== null && now < hint.until) return span(clean(hint.text), { tone: hint.tone });
  if (turn.kind === "running") {
    const seconds = Math.floor((now - turn.since) / 1000);
    const elapsed = seconds < 2 ? "" : `  ${seconds} s`;
    return span(`${activity(state)}…${elapsed}`, { tone: "accent" });
  }
  if (sheet !== null) return span("Esc goes back to the conversation", { tone: "muted" });
  return span("", {});
}

/** One label for people while tools run; never an argument or a result. */
function activity({ turn }: ChatState): string {
  if (turn.kind === "idle") return "";
  if (turn.isCancelled) return "Stopping";
  const operations = [...turn.activities.values()];
  const [only] = operations;
  if (only === undefined) return turn.block === null ? "Thinking" : "Answering";
  return operations.length === 1 ? `Using ${named(only)}` : `Using ${operations.length} tools`;
}

/** `mcp.docs.search` is search of docs. */
function named(operation: string): string {
  const [, server, tool] = /^mcp\.([^.]+)\.(.+)$/.exec(operation) ?? [];
  return server === undefined || tool === undefined
    ? clean(operation)
    : `${clean(tool.replace(/^_perspt_/, "").replaceAll("_", " "))} of ${clean(server)}`;
}

function rightOf({ model, mouse, elicitations }: ChatState, blocksBelow: number): string {
  const tokens = model.usage?.inputTokens ?? null;
  return [
    blocksBelow > 0 ? `+${blocksBelow} below` : "",
    elicitations.length > 1 ? `${elicitations.length} questions` : "",
    mouse === "off" ? "mouse off" : "",
    tokens === null ? "" : `${tokens} tokens`,
    clean(model.selected),
  ]
    .filter((part) => part !== "")
    .join("  ");
}

function clean(text: string): string {
  return sanitizeForTerminal(text);
}
