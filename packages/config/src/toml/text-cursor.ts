/** A place in TOML text that moves forward only, over what has no meaning of its own: blanks, comments and strings. */
export class TextCursor {
  readonly text: string;
  offset: number;

  constructor(text: string, offset: number) {
    this.text = text;
    this.offset = offset;
  }

  get character(): string {
    return this.text.charAt(this.offset);
  }

  startsWith(word: string): boolean {
    return this.text.startsWith(word, this.offset);
  }

  /** Moves over spaces and tabs. */
  skipBlanks(): void {
    this.#skipAll(" \t");
  }

  /** Moves over blanks, line ends and comments. */
  skipVoid(): void {
    this.#skipAll(" \t\r\n");
    while (this.character === "#") {
      this.skipTo("\n");
      this.#skipAll(" \t\r\n");
    }
  }

  /** Stops at the first of these characters, or at the end of the text. */
  skipTo(characters: string): void {
    while (this.offset < this.text.length && !characters.includes(this.character)) this.offset += 1;
  }

  /** Moves over a string of any of TOML's four forms; false where it does not end. */
  skipString(): boolean {
    const mark = this.character;
    const fence = mark.repeat(3);
    return this.startsWith(fence) ? this.#skipLines(mark, fence) : this.#skipLine(mark);
  }

  #skipLine(mark: string): boolean {
    this.offset += 1;
    while (this.offset < this.text.length && this.character !== mark && this.character !== "\n") {
      this.#skipCharacterOf(mark);
    }
    if (this.character !== mark) return false;
    this.offset += 1;
    return true;
  }

  #skipLines(mark: string, fence: string): boolean {
    this.offset += fence.length;
    while (this.offset < this.text.length && !this.startsWith(fence)) this.#skipCharacterOf(mark);
    if (!this.startsWith(fence)) return false;
    this.offset += fence.length;
    // One or two more marks belong to the text, right before the fence.
    for (let extra = 0; extra < 2 && this.character === mark; extra += 1) this.offset += 1;
    return true;
  }

  /** Only strings in double quotes know escapes. */
  #skipCharacterOf(mark: string): void {
    this.offset += mark === '"' && this.character === "\\" ? 2 : 1;
  }

  #skipAll(characters: string): void {
    while (this.offset < this.text.length && characters.includes(this.character)) this.offset += 1;
  }
}
