import { suggestions } from "../commands/complete.js";
import { helpLines } from "../commands/help-lines.js";
import { toggleMouse } from "../commands/run-command.js";
import { type EditorAction, edit } from "../editor/edit.js";
import { editorOf, editorText } from "../editor/editor.js";
import { recall } from "../editor/history.js";
import type { KeyCommand } from "../input/command.js";
import type { InputEvent } from "../input/input-event.js";
import { keyCommand } from "../input/key-command.js";
import { editorWidth } from "../view/layout.js";
import { type Step, step } from "./chat-effect.js";
import type { ChatState } from "./chat-state.js";
import { hinted } from "./hint.js";
import { reduceSearch } from "./reduce-search.js";
import { scrolled } from "./scrolled.js";
import { closeOrStop, interrupt } from "./stop-keys.js";
import { submit, withEditor } from "./submit.js";

/** What a key, a typed text or a paste does. Typing is never stopped by what is shown beside it. */
export function reduceInput(state: ChatState, event: InputEvent, now: number): Step {
  const command = keyCommand(event, state.prefix, state.keys);
  const next: ChatState = {
    ...state,
    prefix: command.kind === "prefix" ? command.prefix : null,
    completion: command.kind === "complete" ? state.completion : null,
  };
  const found = state.search === null ? null : reduceSearch(next, event, command);
  return found ?? runKey(next, command, now);
}

function runKey(state: ChatState, command: KeyCommand, now: number): Step {
  switch (command.kind) {
    case "edit":
      return edited(state, command.edit, now);
    case "recall":
      return step({ ...state, prompt: recall(state.prompt, command.recall, widthOf(state)) });
    case "submit":
      return submit(state, now);
    case "scroll":
      return step(scrolled(state, command.by));
    case "complete":
      return step(complete(state, command.direction));
    case "end_or_delete":
      return editorText(state.prompt.editor) === ""
        ? step(state, { type: "quit" })
        : edited(state, { type: "delete", to: "right" }, now);
    case "toggle_reasoning": {
      const { isShown } = state.reasoning;
      return step({ ...state, reasoning: { ...state.reasoning, isShown: !isShown } });
    }
    case "search":
      return step({ ...state, sheet: null, search: { query: "", block: null } });
    case "escape":
      return closeOrStop(state, now);
    case "interrupt":
      return interrupt(state, now);
    case "repaint":
      return step(state, { type: "repaint" });
    case "toggle_mouse":
      return toggleMouse(state, now);
    case "external_editor":
      return step(state, { type: "edit_externally", text: editorText(state.prompt.editor) });
    case "suspend":
      return step(state, { type: "suspend" });
    case "help":
      return step({ ...state, sheet: { kind: "help", lines: helpLines(state.keys), top: 0 } });
    case "prefix":
    case "none":
      return step(state);
  }
}

function edited(state: ChatState, action: EditorAction, now: number): Step {
  const { editor } = state.prompt;
  const isAtEnd = action.type === "move" && action.to === "line_end";
  if (isAtEnd && editor.content === "" && state.scroll.kind === "anchored") {
    return step(scrolled(state, { unit: "end", of: "bottom" }));
  }
  const next = withEditor(state, edit(editor, action, widthOf(state)));
  const { notice } = next.prompt.editor;
  return step(
    notice === null
      ? next
      : hinted(
          next,
          now,
          `A message holds one mebibyte: ${notice.omittedBytes} bytes at its end were left out.`,
          "warning",
        ),
  );
}

/** Tab walks through what the line could become; with one candidate it takes it. */
function complete(state: ChatState, direction: "next" | "previous"): ChatState {
  const { editor } = state.prompt;
  const typed = state.completion?.typed ?? editor.content;
  const found = suggestions(typed, state.model.names);
  if (found.length === 0) return state;
  const from = state.completion?.index ?? (direction === "next" ? -1 : 0);
  const index = (from + (direction === "next" ? 1 : -1) + found.length) % found.length;
  const text = found[index]?.text ?? typed;
  return {
    ...state,
    prompt: { ...state.prompt, editor: editorOf(text) },
    completion: found.length === 1 ? null : { typed, index },
  };
}

function widthOf({ size }: ChatState): number {
  return editorWidth(size);
}
