/** A piece of a local model's text, told apart from its inline reasoning. */
export type SplitPiece =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string };

const OPEN = "<think>";
const CLOSE = "</think>";

/**
 * Tells the `<think>` sections of local models from their answer, however the stream cuts them. Only a section at the very start counts,
 * after white space at most: a model that writes about the tag later means the tag.
 */
export class ThinkSplitter {
  #state: "before" | "thinking" | "after" = "before";
  #held = "";

  push(delta: string): readonly SplitPiece[] {
    this.#held += delta;
    const pieces: SplitPiece[] = [];
    if (this.#state === "before") {
      const start = this.#held.trimStart();
      if (start.startsWith(OPEN)) {
        this.#held = start.slice(OPEN.length);
        this.#state = "thinking";
      } else if (OPEN.startsWith(start)) {
        return pieces;
      } else {
        this.#state = "after";
      }
    }
    if (this.#state === "thinking") {
      const end = this.#held.indexOf(CLOSE);
      if (end === -1) {
        const safe = this.#held.length - partialSuffix(this.#held);
        if (safe > 0) pieces.push({ type: "reasoning", text: this.#held.slice(0, safe) });
        this.#held = this.#held.slice(safe);
        return pieces;
      }
      if (end > 0) pieces.push({ type: "reasoning", text: this.#held.slice(0, end) });
      this.#held = this.#held.slice(end + CLOSE.length).replace(/^\s+/, "");
      this.#state = "after";
    }
    if (this.#held !== "") pieces.push({ type: "text", text: this.#held });
    this.#held = "";
    return pieces;
  }

  /** What was held back because it could have become a tag. */
  end(): readonly SplitPiece[] {
    const held = this.#held;
    this.#held = "";
    if (held === "") return [];
    return [{ type: this.#state === "thinking" ? "reasoning" : "text", text: held }];
  }
}

/** How many characters at the end could be the beginning of the closing tag. */
function partialSuffix(text: string): number {
  for (let length = Math.min(CLOSE.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(CLOSE.slice(0, length))) return length;
  }
  return 0;
}
