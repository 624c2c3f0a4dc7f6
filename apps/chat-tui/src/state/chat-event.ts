import type { PendingElicitation } from "@perspt/elicitation";
import type { LoopEvent } from "@perspt/session";
import type { InputEvent } from "../input/input-event.js";
import type { Size } from "../view/frame.js";
import type { SheetLine } from "./chat-state.js";

/** What changes a chat. */
export type ChatEvent =
  | { readonly type: "input"; readonly event: InputEvent }
  | { readonly type: "resized"; readonly size: Size }
  | { readonly type: "turn"; readonly event: LoopEvent }
  /** What waits for the person's answer has changed. */
  | { readonly type: "elicitations"; readonly pending: readonly PendingElicitation[] }
  /** What `/mcp` shows, from the reports as they stand. */
  | { readonly type: "mcp_reported"; readonly lines: readonly SheetLine[] }
  | { readonly type: "model_selected"; readonly name: string }
  /** The external editor was left with this text. */
  | { readonly type: "edited"; readonly text: string }
  | { readonly type: "told"; readonly tone: "good" | "warning" | "bad"; readonly text: string }
  /** Time has passed. */
  | { readonly type: "tick" };
