import { edit } from "../editor/edit.js";
import { type Step, step } from "./chat-effect.js";
import type { ChatEvent } from "./chat-event.js";
import type { ChatState } from "./chat-state.js";
import { hinted } from "./hint.js";
import { reduceInput } from "./reduce-input.js";
import { reduceTurn } from "./reduce-turn.js";

/** A chat's next state, and what is to be done about it. Pure: `now` is the state's clock, in milliseconds. */
export function reduce(state: ChatState, event: ChatEvent, now: number): Step {
  switch (event.type) {
    case "input":
      return reduceInput(state, event.event, now);
    case "resized":
      return step({ ...state, size: event.size });
    case "turn":
      return step(reduceTurn(state, event.event, now));
    case "elicitations":
      return step({ ...state, elicitations: event.pending });
    case "mcp_reported": {
      const top = state.sheet?.kind === "mcp" ? state.sheet.top : 0;
      return step({ ...state, sheet: { kind: "mcp", lines: event.lines, top } });
    }
    case "model_selected":
      return step(
        hinted(
          { ...state, model: { ...state.model, selected: event.name } },
          now,
          `${event.name} answers from now on.`,
          "good",
        ),
      );
    case "edited": {
      const editor = edit(
        state.prompt.editor,
        { type: "replace", text: event.text },
        Number.POSITIVE_INFINITY,
      );
      return step({ ...state, prompt: { ...state.prompt, editor } });
    }
    case "told":
      return step(hinted(state, now, event.text, event.tone));
    case "tick":
      return step(
        state.hint !== null && now >= state.hint.until ? { ...state, hint: null } : state,
      );
  }
}
