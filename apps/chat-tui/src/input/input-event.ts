export type KeyName =
  | "enter"
  | "tab"
  | "escape"
  | "backspace"
  | "delete"
  | "insert"
  | "up"
  | "down"
  | "left"
  | "right"
  | "home"
  | "end"
  | "page_up"
  | "page_down"
  | `f${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12}`;

/** What a terminal's bytes meant. Its replies to questions (DA, DSR, OSC 11, kitty's) are dropped by the decoder and are no event. */
export type InputEvent =
  /** Typed characters, whole ones, control characters never; several where they came in one read. */
  | { readonly type: "text"; readonly text: string }
  /** A named key, or a character with Ctrl or Alt (`character` is lower case). */
  | {
      readonly type: "key";
      readonly key: KeyName | { readonly character: string };
      readonly ctrl: boolean;
      readonly alt: boolean;
      readonly shift: boolean;
    }
  /** All that was pasted at once, line breaks as LF, cut at the decoder's bound; `omittedBytes` says how much was cut. */
  | { readonly type: "paste"; readonly text: string; readonly omittedBytes: number }
  | {
      readonly type: "wheel";
      readonly direction: "up" | "down";
      readonly row: number;
      readonly column: number;
    }
  | { readonly type: "focus"; readonly focus: "gained" | "lost" };
