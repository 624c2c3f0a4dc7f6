import type { Random } from "./random.js";
import type { SimulatedFile } from "./simulated-file.js";

export type SimulatedNode = SimulatedFile | SimulatedDirectory;

/** A directory's names as programs see them, and what each may be on the disk: without a sync, each name goes its own way. */
export class SimulatedDirectory {
  readonly kind = "directory";
  readonly id: number;
  readonly #entries: Map<string, SimulatedNode>;
  /** For each name that changed since the last sync, what it has been, the durable one first. */
  readonly #changes = new Map<string, (SimulatedNode | null)[]>();

  constructor(id: number, entries: ReadonlyMap<string, SimulatedNode> = new Map()) {
    this.id = id;
    this.#entries = new Map(entries);
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()].sort();
  }

  get(name: string): SimulatedNode | null {
    return this.#entries.get(name) ?? null;
  }

  set(name: string, node: SimulatedNode): void {
    this.#note(name, node);
    this.#entries.set(name, node);
  }

  delete(name: string): void {
    this.#note(name, null);
    this.#entries.delete(name);
  }

  sync(): void {
    this.#changes.clear();
  }

  /** In the order of making, so that a seed decides alike whatever the names are. */
  afterPowerLoss(random: Random): ReadonlyMap<string, SimulatedNode> {
    const names = new Set([...this.#entries.keys(), ...this.#changes.keys()]);
    const survivors = new Map<string, SimulatedNode>();
    for (const name of names) {
      const [first = null, ...later] = this.#changes.get(name) ?? [this.get(name)];
      const node = random.pick([first, ...later]);
      if (node !== null) survivors.set(name, node);
    }
    return survivors;
  }

  #note(name: string, node: SimulatedNode | null): void {
    const been = this.#changes.get(name) ?? [this.get(name)];
    this.#changes.set(name, [...been, node]);
  }
}
