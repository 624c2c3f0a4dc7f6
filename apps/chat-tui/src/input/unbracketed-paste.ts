import { plainText, startWithinBytes } from "../editor/plain-text.js";
import { MAX_PASTE_BYTES } from "./bracketed-paste.js";
import type { InputEvent } from "./input-event.js";

/**
 * Finds pastes of terminals that do not mark them: text with more than one line break in one read, which no person types. What comes
 * before `end` belongs to the same paste, so that the last line of a long one submits nothing either.
 */
export class UnbracketedPaste {
  #pieces: string[] | null = null;

  get isOpen(): boolean {
    return this.#pieces !== null;
  }

  /** The events of one read, with the pastes among them in place of their characters. */
  read(events: readonly InputEvent[]): readonly InputEvent[] {
    const found: InputEvent[] = [];
    let run: InputEvent[] = [];
    for (const event of events) {
      if (typedText(event) !== null) {
        run.push(event);
        continue;
      }
      found.push(...this.#readRun(run), ...this.end(), event);
      run = [];
    }
    found.push(...this.#readRun(run));
    return found;
  }

  /** The paste that is open, if any: for the time when nothing more has come. */
  end(): readonly InputEvent[] {
    if (this.#pieces === null) return [];
    const whole = plainText(this.#pieces.join(""));
    this.#pieces = null;
    return [{ type: "paste", ...startWithinBytes(whole, MAX_PASTE_BYTES) }];
  }

  #readRun(run: readonly InputEvent[]): readonly InputEvent[] {
    const text = run.map(typedText).join("");
    if (this.#pieces === null && !isPasted(text)) return withTextJoined(run);
    this.#pieces = [...(this.#pieces ?? []), text];
    return [];
  }
}

function isPasted(typed: string): boolean {
  const text = plainText(typed);
  const first = text.indexOf("\n");
  return first !== -1 && text.includes("\n", first + 1) && text.trim() !== "";
}

/** The character that the event stands for where it was pasted; null for what no pasted text makes. */
function typedText(event: InputEvent): string | null {
  if (event.type === "text") return event.text;
  if (event.type !== "key" || event.alt || event.shift) return null;
  if (event.key === "enter" && !event.ctrl) return "\r";
  if (event.key === "tab" && !event.ctrl) return "\t";
  return typeof event.key === "object" && event.key.character === "j" && event.ctrl ? "\n" : null;
}

/** Text around a dropped reply is one text. */
function withTextJoined(run: readonly InputEvent[]): readonly InputEvent[] {
  const joined: InputEvent[] = [];
  for (const event of run) {
    const last = joined.at(-1);
    if (event.type === "text" && last?.type === "text") {
      joined[joined.length - 1] = { type: "text", text: last.text + event.text };
    } else joined.push(event);
  }
  return joined;
}
