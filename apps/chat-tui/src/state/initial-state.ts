import { editorOf } from "../editor/editor.js";
import { historyOf } from "../editor/history.js";
import { bindKeys, type ChosenKeys } from "../input/bound-keys.js";
import { FOLLOWING } from "../transcript/scroll.js";
import { EMPTY_TRANSCRIPT } from "../transcript/transcript.js";
import type { Size } from "../view/frame.js";
import type { ChatState } from "./chat-state.js";

export interface ChatBeginning {
  readonly size: Size;
  readonly model: string;
  readonly models: readonly string[];
  readonly showReasoning: boolean;
  readonly mouse: "off" | "wheel";
  readonly keys: ChosenKeys;
  /** What was written in earlier chats, oldest first. */
  readonly history: readonly string[];
}

export function initialState({
  size,
  model,
  models,
  showReasoning,
  mouse,
  keys,
  history,
}: ChatBeginning): ChatState {
  return {
    size,
    transcript: EMPTY_TRANSCRIPT,
    scroll: FOLLOWING,
    prompt: { editor: editorOf(""), history: historyOf(history) },
    turn: { kind: "idle" },
    model: { selected: model, names: models, usage: null },
    reasoning: { isShown: showReasoning, text: "" },
    elicitations: [],
    sheet: null,
    completion: null,
    search: null,
    hint: null,
    mouse,
    keys: bindKeys(keys),
    prefix: null,
  };
}
