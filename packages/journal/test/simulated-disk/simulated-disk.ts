import { basename, dirname } from "node:path";
import type { AppendFile, FileSystem, PathStatus } from "../../src/file-system.js";
import { type Random, randomFrom } from "./random.js";
import { SimulatedDirectory, type SimulatedNode } from "./simulated-directory.js";
import { SimulatedFile } from "./simulated-file.js";

/** What goes wrong with one operation. */
export type Trouble =
  | { readonly kind: "error"; readonly code: "EIO" | "ENOSPC" | "EDQUOT" | "EROFS" }
  /** The machine stands still from here on; nothing after it reaches the disk. */
  | { readonly kind: "stop" };

/** A full disk lets a look be. A write is a change of a file's bytes. */
export type Operation = "look" | "change" | "write";

export interface DiskPlan {
  readonly random: Random;
  /** Asked before each operation, by its number from 1; null for one that succeeds. */
  readonly trouble: (number: number, operation: Operation) => Trouble | null;
}

/** What an operation has done of its work by the time that it fails, or that the machine stops. */
interface Halves {
  readonly failing?: () => void;
  readonly stopping?: () => void;
}

const CALM: DiskPlan = { random: randomFrom(0), trouble: () => null };

/**
 * The journal's file system in memory, with everything that a real one may do: unsynced bytes that are lost sector by sector, names that
 * are durable in any order, short writes, syncs that take their time, fail, and drop what they should have written.
 */
export class SimulatedDisk implements FileSystem {
  #root = new SimulatedDirectory(0);
  #nextId = 1;
  #plan: DiskPlan = CALM;
  #operations = 0;
  #stopped = false;

  /** Operations under the present plan. */
  get operations(): number {
    return this.#operations;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** A new process: what went wrong for the last one is over, and what it left in memory is still there. */
  begin(plan: DiskPlan = CALM): void {
    this.#plan = plan;
    this.#operations = 0;
    this.#stopped = false;
  }

  /** The power went away and came back. */
  losePower(random: Random): void {
    const rebuilt = new Map<SimulatedNode, SimulatedNode>();
    const rebuild = (node: SimulatedNode): SimulatedNode => {
      const known = rebuilt.get(node);
      if (known !== undefined) return known;
      const survivor =
        node.kind === "file"
          ? new SimulatedFile(node.id, node.afterPowerLoss(random))
          : this.#rebuiltDirectory(node, random, rebuild);
      rebuilt.set(node, survivor);
      return survivor;
    };
    this.#root = this.#rebuiltDirectory(this.#root, random, rebuild);
  }

  status(path: string): PathStatus {
    this.#step("look");
    const node = this.#find(path);
    if (node === null) return { kind: "missing" };
    const mode = node.kind === "file" ? 0o600 : 0o700;
    return { kind: node.kind, mode, owner: process.getuid?.() ?? 0 };
  }

  makeDirectory(path: string): void {
    this.#step("change");
    this.#add(path, new SimulatedDirectory(this.#newId()));
  }

  list(path: string): readonly string[] {
    this.#step("look");
    return this.#directory(path).names;
  }

  read(path: string): Buffer {
    this.#step("look");
    return Buffer.from(this.#file(path).bytes);
  }

  readPart(path: string, offset: number, length: number): Buffer {
    return this.read(path).subarray(offset, offset + length);
  }

  create(path: string): AppendFile {
    this.#step("change");
    const file = new SimulatedFile(this.#newId(), Buffer.alloc(0));
    this.#add(path, file);
    return this.#opened(file);
  }

  open(path: string): AppendFile {
    this.#step("look");
    return this.#opened(this.#file(path));
  }

  identity(path: string): string | null {
    this.#step("look");
    const node = this.#find(path);
    return node === null ? null : `0:${node.id}`;
  }

  truncate(path: string, size: number): void {
    this.#step("change");
    const file = this.#file(path);
    file.truncate(size);
    const sync = file.startSync();
    this.#step("change", { failing: () => file.failSync(sync, this.#plan.random) });
    file.finishSync(sync);
  }

  rename(from: string, to: string): void {
    this.#step("change");
    const node = this.#find(from);
    if (node === null) throw failure("ENOENT", from);
    this.#directory(dirname(to)).set(basename(to), node);
    this.#directory(dirname(from)).delete(basename(from));
  }

  remove(path: string): void {
    this.#step("change");
    this.#file(path);
    this.#directory(dirname(path)).delete(basename(path));
  }

  syncDirectory(path: string): void {
    this.#step("change");
    this.#directory(path).sync();
  }

  #opened(file: SimulatedFile): AppendFile {
    return {
      write: (bytes) => {
        const { random } = this.#plan;
        const some = 1 + random.below(bytes.length);
        const part = (): void => file.append(bytes.subarray(0, random.below(some + 1)));
        this.#step("write", { failing: part, stopping: part });
        const taken = random.chance(0.2) ? some : bytes.length;
        file.append(bytes.subarray(0, taken));
        return taken;
      },
      sync: async () => {
        const { random } = this.#plan;
        this.#step("change", { failing: () => file.failSync(file.startSync(), random) });
        const sync = file.startSync();
        // Others go on meanwhile.
        for (let turns = random.below(6); turns > 0; turns -= 1) await Promise.resolve();
        this.#step("change", { failing: () => file.failSync(sync, random) });
        file.finishSync(sync);
      },
      status: () => {
        this.#step("look");
        return { size: file.bytes.length, identity: `0:${file.id}` };
      },
      close: () => {},
    };
  }

  /** One operation. What one that fails or is cut off still does is done before it throws. */
  #step(operation: Operation, halves: Halves = {}): void {
    if (this.#stopped) throw failure("EIO", "the machine stands still");
    this.#operations += 1;
    const trouble = this.#plan.trouble(this.#operations, operation);
    switch (trouble?.kind) {
      case undefined:
        return;
      case "error":
        halves.failing?.();
        throw failure(trouble.code, "injected");
      case "stop":
        halves.stopping?.();
        this.#stopped = true;
        throw failure("EIO", "the machine stands still");
    }
  }

  #find(path: string): SimulatedNode | null {
    let node: SimulatedNode | null = this.#root;
    for (const name of path.split("/").filter((part) => part !== "")) {
      if (node?.kind !== "directory") return null;
      node = node.get(name);
    }
    return node;
  }

  #directory(path: string): SimulatedDirectory {
    const node = this.#find(path);
    if (node?.kind !== "directory") throw failure(node === null ? "ENOENT" : "ENOTDIR", path);
    return node;
  }

  #file(path: string): SimulatedFile {
    const node = this.#find(path);
    if (node?.kind !== "file") throw failure(node === null ? "ENOENT" : "EISDIR", path);
    return node;
  }

  #add(path: string, node: SimulatedNode): void {
    const parent = this.#directory(dirname(path));
    if (parent.get(basename(path)) !== null) throw failure("EEXIST", path);
    parent.set(basename(path), node);
  }

  #rebuiltDirectory(
    directory: SimulatedDirectory,
    random: Random,
    rebuild: (node: SimulatedNode) => SimulatedNode,
  ): SimulatedDirectory {
    const entries = [...directory.afterPowerLoss(random)].map(
      ([name, node]) => [name, rebuild(node)] as const,
    );
    return new SimulatedDirectory(directory.id, new Map(entries));
  }

  #newId(): number {
    this.#nextId += 1;
    return this.#nextId;
  }
}

function failure(code: string, what: string): Error {
  return Object.assign(new Error(`${code}: ${what}`), { code });
}
