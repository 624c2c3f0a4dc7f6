/** A map that is changed in place until it is shared; then the next change is made in a copy, and what was shared stays as it was. */
export class OwnedMap<Key, Value> {
  #shared: ReadonlyMap<Key, Value>;
  /** The same map while it is this one's alone. */
  #own: Map<Key, Value> | null = null;

  constructor(entries: ReadonlyMap<Key, Value>) {
    this.#shared = entries;
  }

  get(key: Key): Value | undefined {
    return this.#shared.get(key);
  }

  has(key: Key): boolean {
    return this.#shared.has(key);
  }

  set(key: Key, value: Value): void {
    this.#owned().set(key, value);
  }

  delete(key: Key): void {
    if (this.#shared.has(key)) this.#owned().delete(key);
  }

  /** The entries as they are now; later changes do not show in what this gave. */
  share(): ReadonlyMap<Key, Value> {
    this.#own = null;
    return this.#shared;
  }

  #owned(): Map<Key, Value> {
    if (this.#own === null) {
      this.#own = new Map(this.#shared);
      this.#shared = this.#own;
    }
    return this.#own;
  }
}
