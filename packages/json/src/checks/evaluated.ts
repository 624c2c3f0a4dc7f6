/** Which parts of one value some schema has looked at: what `unevaluatedProperties` and `unevaluatedItems` ask (core, 7.7.1). */
export class Evaluated {
  readonly #names = new Set<string>();
  readonly #items = new Set<number>();
  #firstItems = 0;

  addName(name: string): void {
    this.#names.add(name);
  }

  addItem(index: number): void {
    this.#items.add(index);
  }

  /** The first items, so many of them. */
  addFirstItems(count: number): void {
    this.#firstItems = Math.max(this.#firstItems, count);
  }

  /** What another schema has looked at as well. */
  add(other: Evaluated): void {
    for (const name of other.#names) this.#names.add(name);
    for (const index of other.#items) this.#items.add(index);
    this.addFirstItems(other.#firstItems);
  }

  hasName(name: string): boolean {
    return this.#names.has(name);
  }

  hasItem(index: number): boolean {
    return index < this.#firstItems || this.#items.has(index);
  }

  /** How many marks it holds, each of which costs something to pass on. */
  get size(): number {
    return this.#names.size + this.#items.size;
  }
}
