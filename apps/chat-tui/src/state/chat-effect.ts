import type { ElicitationAnswer } from "@perspt/elicitation";
import type { ChatState } from "./chat-state.js";

/** What the driver has to do; the state has already changed. */
export type ChatEffect =
  | { readonly type: "send"; readonly text: string }
  | { readonly type: "cancel_turn" }
  | { readonly type: "answer"; readonly id: string; readonly answer: ElicitationAnswer }
  | { readonly type: "report_mcp" }
  | { readonly type: "select_model"; readonly name: string }
  /** The model forgets the conversation. */
  | { readonly type: "forget" }
  /** Kept for the next chat's history. */
  | { readonly type: "remember"; readonly text: string }
  | { readonly type: "copy"; readonly text: string }
  | { readonly type: "export"; readonly file: string; readonly text: string }
  | { readonly type: "set_mouse"; readonly mouse: "off" | "wheel" }
  | { readonly type: "edit_externally"; readonly text: string }
  | { readonly type: "repaint" }
  | { readonly type: "suspend" }
  | { readonly type: "quit" };

/** A state and what follows from having come to it. */
export interface Step {
  readonly state: ChatState;
  readonly effects: readonly ChatEffect[];
}

export function step(state: ChatState, ...effects: readonly ChatEffect[]): Step {
  return { state, effects };
}
