import { graphemes } from "@perspt/text";
import type { KeyCommand } from "../input/command.js";
import type { InputEvent } from "../input/input-event.js";
import { findOlder } from "../transcript/search-transcript.js";
import { transcriptSize } from "../view/layout.js";
import { type Step, step } from "./chat-effect.js";
import type { ChatState } from "./chat-state.js";
import { transcriptWindow } from "./scrolled.js";

/** Keys while something is searched for; null for those that mean what they always do. */
export function reduceSearch(
  state: ChatState,
  event: InputEvent,
  command: KeyCommand,
): Step | null {
  const { search } = state;
  if (search === null) return null;
  if (event.type === "text" || event.type === "paste") {
    return step(found(state, search.query + event.text.replaceAll("\n", " "), null));
  }
  if (command.kind === "edit" && command.edit.type === "delete" && command.edit.to === "left") {
    return step(found(state, Array.from(graphemes(search.query)).slice(0, -1).join(""), null));
  }
  if (command.kind === "submit" || command.kind === "search") {
    return step(found(state, search.query, search.block));
  }
  return null;
}

function found(state: ChatState, query: string, from: number | null): ChatState {
  const block = findOlder(state.transcript, query, from);
  const next: ChatState = { ...state, search: { query, block } };
  if (block === null) return next;
  const scroll = transcriptWindow.at(state.transcript, transcriptSize(next), block);
  return { ...next, scroll };
}
