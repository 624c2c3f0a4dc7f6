import { readLine } from "../commands/read-line.js";
import { runCommand } from "../commands/run-command.js";
import { continuedLine } from "../editor/continued-line.js";
import { type Editor, editorOf, editorText, withKilledOf } from "../editor/editor.js";
import { remembered } from "../editor/history.js";
import { FOLLOWING } from "../transcript/scroll.js";
import { appendBlock } from "../transcript/transcript.js";
import { type Step, step } from "./chat-effect.js";
import type { ChatState } from "./chat-state.js";
import { hinted } from "./hint.js";

/**
 * Enter: a command is run, a message goes to the model. Where it cannot go now, it stays in the editor and nothing of it is lost.
 */
export function submit(state: ChatState, now: number): Step {
  const { editor } = state.prompt;
  const continued = continuedLine(editor);
  if (continued !== null) return step(withEditor(state, continued));
  const text = editorText(editor);
  if (text.trim() === "") return step(state);
  const reading = readLine(text);
  switch (reading.kind) {
    case "misused":
      return step(hinted(state, now, reading.message, "warning"));
    case "command": {
      const { state: after, effects } = runCommand(sent(state, text), reading.command, now);
      return { state: after, effects: [{ type: "remember", text }, ...effects] };
    }
    case "message":
      if (state.turn.kind === "running") {
        return step(
          hinted(state, now, "The model is still answering. Esc twice stops it.", "warning"),
        );
      }
      return step(
        begun(sent(state, text), reading.text, now),
        { type: "remember", text },
        { type: "send", text: reading.text },
      );
  }
}

/** The editor is empty again, and what it held is in the history. */
export function sent(state: ChatState, text: string): ChatState {
  const { editor, history } = state.prompt;
  return {
    ...state,
    completion: null,
    prompt: { editor: withKilledOf(editorOf(""), editor), history: remembered(history, text) },
  };
}

function begun(state: ChatState, text: string, now: number): ChatState {
  return {
    ...state,
    transcript: appendBlock(state.transcript, { kind: "person", text }),
    scroll: FOLLOWING,
    sheet: null,
    search: null,
    hint: null,
    reasoning: { ...state.reasoning, text: "" },
    turn: {
      kind: "running",
      since: now,
      block: null,
      activities: new Map(),
      isCancelled: false,
    },
  };
}

export function withEditor(state: ChatState, editor: Editor): ChatState {
  return { ...state, prompt: { ...state.prompt, editor } };
}
