/** The members of an entry; those that nobody took are left over. A member that is null is none. */
export class EntryFields {
  readonly #left: Map<string, unknown>;

  constructor(entry: Readonly<Record<string, unknown>>) {
    this.#left = new Map(Object.entries(entry).filter(([, value]) => value !== null));
  }

  /** The first of these that is there; undefined where none is. All of them count as taken. */
  take(...names: readonly string[]): unknown {
    const values = names.map((name) => this.#left.get(name));
    for (const name of names) this.#left.delete(name);
    return values.find((value) => value !== undefined);
  }

  /** The member of this name, if it is of the form that is asked for; one that is not stays left over. */
  takeIf<Form>(name: string, isForm: (value: unknown) => value is Form): Form | undefined {
    const value = this.#left.get(name);
    if (!isForm(value)) return undefined;
    this.#left.delete(name);
    return value;
  }

  rest(): readonly string[] {
    return [...this.#left.keys()];
  }
}
