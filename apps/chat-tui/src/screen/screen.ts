import type { InputEvent } from "../input/input-event.js";
import type { Frame, Size } from "../view/frame.js";

/** What a screen tells. */
export type ScreenEvent =
  | { readonly type: "input"; readonly event: InputEvent }
  | { readonly type: "resized"; readonly size: Size }
  /** After a suspension or after the terminal was lent: the next frame repaints all of it. */
  | { readonly type: "resumed"; readonly size: Size };

/**
 * A whole terminal, taken over. The terminal's state is given back on every way out of the process: exit, signals, errors; a terminal
 * that is gone ends the process without a word.
 */
export interface Screen {
  readonly size: Size;
  /** Shows the frame soon: at most 30 frames a second, the newest wins, none while the terminal is still taking the last one. */
  draw(frame: Frame): void;
  /** The next frame repaints every cell. */
  repaint(): void;
  setMouse(mode: "off" | "wheel"): void;
  /** Puts the text into the terminal's clipboard (OSC 52); says whether the terminal was asked at all. */
  copy(text: string): "asked" | "too_long";
  /** Stops the process as Ctrl-Z does in a shell, and takes the terminal back when it goes on. */
  suspend(): void;
  /** Gives the terminal to another program until `use` settles, then takes it back. */
  lend<T>(use: () => Promise<T>): Promise<T>;
  /**
   * Gives the terminal back for good, at once, and writes the farewell to its normal screen. Idempotent. Never settles in a process that a
   * signal or a hang-up is ending: that ends as the signal says, and not as somebody would who goes on.
   */
  close(farewell: string): Promise<void>;
}
