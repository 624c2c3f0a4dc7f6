import type { Random } from "./random.js";

/** What a disk writes whole or not at all, in bytes. */
const SECTOR_BYTES = 512;

/** What a sync has undertaken to write, from its beginning on. */
export interface StartedSync {
  readonly size: number;
  readonly sectors: ReadonlyMap<number, Buffer>;
}

/** A file's bytes as programs see them, and as the disk holds them. */
export class SimulatedFile {
  readonly kind = "file";
  readonly id: number;
  #seen: Buffer;
  #held: Buffer;
  /** Sectors that are newer in memory than on the disk. */
  #dirty = new Set<number>();
  /** Sizes that the file has had since the disk last knew it, the known one first. */
  #sizes: number[];

  constructor(id: number, content: Buffer) {
    this.id = id;
    this.#seen = content;
    this.#held = content;
    this.#sizes = [content.length];
  }

  get bytes(): Buffer {
    return this.#seen;
  }

  append(bytes: Buffer): void {
    const start = this.#seen.length;
    this.#seen = Buffer.concat([this.#seen, bytes]);
    this.#touch(start);
  }

  truncate(size: number): void {
    this.#seen = Buffer.concat([this.#seen.subarray(0, size)], size);
    this.#dirty = new Set([...this.#dirty].filter((sector) => sector * SECTOR_BYTES < size));
    if (size % SECTOR_BYTES !== 0) this.#dirty.add(Math.floor(size / SECTOR_BYTES));
    this.#sizes.push(size);
  }

  startSync(): StartedSync {
    const sectors = new Map([...this.#dirty].map((sector) => [sector, this.#sector(sector)]));
    return { size: this.#seen.length, sectors };
  }

  finishSync({ size, sectors }: StartedSync): void {
    this.#held = this.#written(sectors, size);
    for (const [sector, bytes] of sectors) {
      if (this.#sector(sector).equals(bytes)) this.#dirty.delete(sector);
    }
    this.#sizes = size === this.#seen.length ? [size] : [size, this.#seen.length];
  }

  /** Some of it was written; the rest counts as written and is not: a later sync that succeeds says nothing about it. */
  failSync({ size, sectors }: StartedSync, random: Random): void {
    const written = [...sectors].filter(() => random.chance(0.5));
    const reached = random.chance(0.5) ? size : (this.#sizes[0] ?? 0);
    this.#held = this.#written(new Map(written), reached);
    for (const sector of sectors.keys()) this.#dirty.delete(sector);
    this.#sizes = [reached, this.#seen.length];
  }

  /** What the disk may hold after its power went away: any of the unsynced sectors, and any size that the file has had. */
  afterPowerLoss(random: Random): Buffer {
    if (this.#dirty.size === 0 && this.#sizes.length === 1) return this.#held;
    const size = this.#someSize(random);
    const survivors = [...this.#dirty]
      .filter((sector) => sector * SECTOR_BYTES < size && random.chance(0.6))
      .map((sector) => [sector, this.#sector(sector)] as const);
    return this.#written(new Map(survivors), size);
  }

  /** Often a size in between, at a sector's end: writing a long piece is not one step. */
  #someSize(random: Random): number {
    const [first = 0, ...later] = this.#sizes;
    const size = random.pick([first, ...later]);
    const largest = Math.max(first, ...later);
    if (largest <= first || random.chance(0.5)) return size;
    const sectors = Math.ceil((largest - first) / SECTOR_BYTES);
    const between = (Math.floor(first / SECTOR_BYTES) + 1 + random.below(sectors)) * SECTOR_BYTES;
    return Math.min(between, largest);
  }

  #touch(from: number): void {
    for (let at = from - (from % SECTOR_BYTES); at < this.#seen.length; at += SECTOR_BYTES) {
      this.#dirty.add(at / SECTOR_BYTES);
    }
    this.#sizes.push(this.#seen.length);
  }

  #sector(sector: number): Buffer {
    const start = sector * SECTOR_BYTES;
    return this.#seen.subarray(start, start + SECTOR_BYTES);
  }

  /** The disk's bytes with some sectors written over them, at a size; what was never written reads as zeros. */
  #written(sectors: ReadonlyMap<number, Buffer>, size: number): Buffer {
    const result = Buffer.alloc(size);
    this.#held.copy(result, 0, 0, size);
    for (const [sector, bytes] of sectors) bytes.copy(result, sector * SECTOR_BYTES);
    return result;
  }
}
