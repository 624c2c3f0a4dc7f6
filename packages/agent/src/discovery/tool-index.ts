import type { OfferedOperation } from "@perspt/host";
import MiniSearch from "minisearch";

/** Most operations that one search answers with. */
export const MAX_FOUND = 8;

/**
 * The admitted operations of the servers, found by words: what a model is shown of hundreds of tools before it asks is their number. A name
 * weighs most, then the effect of the person's policy; a server's own words weigh least, because it can write anything.
 */
export class ToolIndex {
  #operations: ReadonlyMap<string, OfferedOperation> = new Map();
  #index = emptyIndex();
  readonly #found = new Set<string>();

  /** Takes the operations as they are offered now; what was found and is gone is found no longer. */
  refresh(operations: readonly OfferedOperation[]): void {
    const remote = operations.filter(({ operation }) => operation.startsWith("mcp."));
    const isSame =
      remote.length === this.#operations.size &&
      remote.every((each) => this.#operations.get(each.operation)?.digest === each.digest);
    if (isSame) return;
    this.#operations = new Map(remote.map((each) => [each.operation, each]));
    this.#index = emptyIndex();
    this.#index.addAll(
      remote.map(({ operation, effect, description }) => ({
        operation,
        name: wordsOf(operation),
        effect: wordsOf(effect),
        description,
      })),
    );
  }

  get size(): number {
    return this.#operations.size;
  }

  /** The operations that fit best, which are callable from now on. An exact name fits alone. */
  search(query: string): readonly OfferedOperation[] {
    const exact = this.find(query.trim());
    const hits =
      exact === null
        ? this.#index
            .search(wordsOf(query))
            .flatMap(({ id }) => this.#operations.get(String(id)) ?? [])
        : [exact];
    const best = hits.slice(0, MAX_FOUND);
    for (const { operation } of best) this.#found.add(operation);
    return best;
  }

  /** By the operation's name, or by the alias that a model knows it by. */
  find(name: string): OfferedOperation | null {
    const named = this.#operations.get(name);
    if (named !== undefined) return named;
    return [...this.#operations.values()].find(({ alias }) => alias === name) ?? null;
  }

  /** Marks what an earlier part of the session had found. */
  keep(operation: string): void {
    this.#found.add(operation);
  }

  isFound(operation: string): boolean {
    return this.#found.has(operation);
  }
}

function emptyIndex(): MiniSearch<
  Readonly<Record<"operation" | "name" | "effect" | "description", string>>
> {
  return new MiniSearch({
    idField: "operation",
    fields: ["name", "effect", "description"],
    searchOptions: { boost: { name: 4, effect: 2 }, prefix: true, fuzzy: 0.2 },
  });
}

/** `getUserName`, `get_user.name` and `get-user-name` hold the same words. */
function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, " ");
}
