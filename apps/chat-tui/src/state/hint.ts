import type { Tone } from "../view/frame.js";
import type { ChatState, Hint } from "./chat-state.js";

/** How long a word to the person stays, in milliseconds. */
const HINT_MS = 5_000;

export function hinted(
  state: ChatState,
  now: number,
  text: string,
  tone: Tone = "muted",
): ChatState {
  return { ...state, hint: { text, tone, until: now + HINT_MS, arms: null } };
}

/** A question that the same key answers, as long as it is shown. */
export function armed(
  state: ChatState,
  text: string,
  arms: Exclude<Hint["arms"], null>,
  until: number,
): ChatState {
  return { ...state, hint: { text, tone: "warning", until, arms } };
}

export function isArmed(
  { hint }: ChatState,
  arms: Exclude<Hint["arms"], null>,
  now: number,
): boolean {
  return hint?.arms === arms && now < hint.until;
}
