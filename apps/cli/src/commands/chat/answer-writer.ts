import type { LoopEnd } from "@perspt/session";
import { sanitizeForTerminal } from "@perspt/text";
import type { Machine } from "../../machine/machine.js";
import { ownText } from "../../output/blocks.js";

/** Longest answer that is shown, in UTF-16 units. */
const MAX_ANSWER_LENGTH = 1_048_576;

/** Prints an answer as it comes, a word at a time, with nothing in it that a terminal would obey; under `--json` once, whole. */
export class AnswerWriter {
  readonly #machine: Pick<Machine, "show" | "tell">;
  #whole = "";
  #held = "";

  constructor(machine: Pick<Machine, "show" | "tell">) {
    this.#machine = machine;
  }

  async take(delta: string): Promise<void> {
    this.#whole += delta;
    this.#held += delta;
    // Up to the last space: a character of several code points is not cut in two.
    const end = Math.max(this.#held.lastIndexOf(" "), this.#held.lastIndexOf("\n")) + 1;
    if (end > 0) await this.#print(this.#held.slice(0, end));
    this.#held = this.#held.slice(end);
  }

  /** The rest, and how it ended. */
  async end(end: LoopEnd): Promise<"told" | "reader_gone"> {
    const printed = await this.#print(`${this.#held}\n${noteOf(end)}`);
    const told = await this.#machine.tell({ type: "answer", end: end.kind, text: this.#whole }, []);
    return printed === "reader_gone" ? printed : told;
  }

  #print(text: string): Promise<"told" | "reader_gone"> {
    const shown = sanitizeForTerminal(text, { layout: "multiline", maxLength: MAX_ANSWER_LENGTH });
    return this.#machine.show([ownText(shown)]);
  }
}

function noteOf(end: LoopEnd): string {
  switch (end.kind) {
    case "answered":
      return "";
    case "cancelled":
      return "(stopped)\n";
    case "rounds_exhausted":
      return `(stopped after ${end.rounds} rounds of calls)\n`;
    case "failed":
      // Said on standard error, with what to do.
      return "";
  }
}
