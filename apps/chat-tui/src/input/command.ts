import type { EditorAction } from "../editor/edit.js";
import type { Recall } from "../editor/history.js";

/** How far the transcript is scrolled; negative is up. */
export type Scroll =
  | { readonly unit: "rows" | "pages"; readonly count: number }
  | { readonly unit: "end"; readonly of: "top" | "bottom" };

/** What a person asks for by a key. */
export type KeyCommand =
  | { readonly kind: "edit"; readonly edit: EditorAction }
  | { readonly kind: "recall"; readonly recall: Recall }
  | { readonly kind: "submit" }
  | { readonly kind: "scroll"; readonly by: Scroll }
  | { readonly kind: "complete"; readonly direction: "next" | "previous" }
  /** The next key is to be read after this one. */
  | { readonly kind: "prefix"; readonly prefix: KeyPrefix }
  /** Ends the chat where the editor is empty, deletes to the right where it is not. */
  | { readonly kind: "end_or_delete" }
  | { readonly kind: SimpleCommand };

type SimpleCommand =
  | "toggle_reasoning"
  | "search"
  | "escape"
  | "interrupt"
  | "repaint"
  | "toggle_mouse"
  | "external_editor"
  | "suspend"
  | "help"
  | "none";

/** A key that means nothing by itself. */
export type KeyPrefix = "C-x";
