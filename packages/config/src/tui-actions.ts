/** What keys of the chat can be given another key, in the order of its help. Escape and C-c always mean the same: the ways out stay. */
export const TUI_ACTIONS = [
  "send",
  "new_line",
  "left",
  "right",
  "word_left",
  "word_right",
  "line_start",
  "line_end",
  "up",
  "down",
  "older_message",
  "newer_message",
  "delete_left",
  "delete_right",
  "delete_or_leave",
  "cut_blank_left",
  "cut_word_left",
  "cut_word_right",
  "cut_to_line_start",
  "cut_to_line_end",
  "put_back",
  "undo",
  "redo",
  "reasoning",
  "search",
  "page_up",
  "page_down",
  "row_up",
  "row_down",
  "top",
  "bottom",
  "complete",
  "complete_back",
  "repaint",
  "toggle_mouse",
  "editor",
  "suspend",
  "help",
] as const;

export type TuiAction = (typeof TUI_ACTIONS)[number];

/** Keys that are always what they are: the first press of the ways out, and what begins two keys. */
export const FIXED_KEYS: ReadonlySet<string> = new Set(["C-c", "Escape", "C-x"]);

const NAMED =
  "Enter|Tab|Escape|Backspace|Delete|Insert|Up|Down|Left|Right|Home|End|PageUp|PageDown|F(?:[1-9]|1[0-2])";
/** A character needs Ctrl or Alt, or else it is typed. Shift counts for letters alone: a sign has its shift in it. */
const CHARACTER = "C-(?:M-)?(?:S-[a-z]|Space|[!-@[-~])|M-(?:S-[a-z]|Space|[!-@[-~])";
const KEY = new RegExp(`^(?:C-x )?(?:(?:C-)?(?:M-)?(?:S-)?(?:${NAMED})|${CHARACTER})$`);

/** Whether a text spells a key as the chat's help does: `C-f`, `M-Enter`, `S-Up`, `F5`, or `C-x` and another key. */
export function isKey(text: string): boolean {
  return KEY.test(text);
}
