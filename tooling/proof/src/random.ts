/** Chance that can be repeated: the same seed gives the same choices on every machine. */
export class Random {
  #state: number;

  /** Further numbers tell streams of one seed apart, such as the index of a case. */
  constructor(...seeds: readonly [number, ...number[]]) {
    this.#state = seeds.reduce((state, seed) => mixed(state ^ Math.trunc(seed)), 0x9e3779b9);
  }

  /** A number from 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    return (mixed(this.#state) >>> 0) / 2 ** 32;
  }

  /** A whole number between the two, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** Like `between`, but each order of magnitude is as likely as the others. */
  magnitude(least: number, most: number): number {
    const span = Math.log(most + 1) - Math.log(least + 1);
    return Math.min(most, Math.floor((least + 1) * Math.exp(this.next() * span)) - 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.between(0, items.length - 1)] ?? items[0];
  }

  /** As many items as asked for. */
  list<Item>(count: number, item: (index: number) => Item): Item[] {
    return Array.from({ length: count }, (_, index) => item(index));
  }
}

/** Bits of a number, spread over all of it (the finalizer of MurmurHash3). */
function mixed(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
