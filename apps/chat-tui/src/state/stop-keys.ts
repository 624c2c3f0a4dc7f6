import { editorText } from "../editor/editor.js";
import { type Step, step } from "./chat-effect.js";
import type { ChatState } from "./chat-state.js";
import { armed, isArmed } from "./hint.js";
import { sent } from "./submit.js";

/** How long the first of two presses waits for the second, in milliseconds. */
const ESCAPE_AGAIN_MS = 1_000;
const INTERRUPT_AGAIN_MS = 1_500;

/** Esc: closes what is open over the conversation; then the first press asks, and the second stops the turn. */
export function closeOrStop(state: ChatState, now: number): Step {
  if (state.search !== null) return step({ ...state, search: null });
  if (state.completion !== null) return step({ ...state, completion: null });
  if (state.sheet !== null) return step({ ...state, sheet: null });
  if (state.turn.kind === "idle") return step({ ...state, hint: null });
  return isArmed(state, "cancel", now)
    ? cancelTurn(state)
    : step(armed(state, "Esc again stops the model.", "cancel", now + ESCAPE_AGAIN_MS));
}

/** Ctrl-C: stops the turn; else clears the line, which the history keeps; else the second press leaves. */
export function interrupt(state: ChatState, now: number): Step {
  if (state.turn.kind === "running") return cancelTurn(state);
  const text = editorText(state.prompt.editor);
  if (text !== "") return step(sent(state, text));
  return isArmed(state, "exit", now)
    ? step(state, { type: "quit" })
    : step(armed(state, "Ctrl-C again leaves.", "exit", now + INTERRUPT_AGAIN_MS));
}

function cancelTurn(state: ChatState): Step {
  if (state.turn.kind === "idle" || state.turn.isCancelled) return step(state);
  return step(
    { ...state, hint: null, turn: { ...state.turn, isCancelled: true } },
    { type: "cancel_turn" },
  );
}
