import type { TerminalInput, TerminalOutput } from "@perspt/chat-tui";
import type { JsonObject } from "@perspt/json";
import type { Block } from "../output/blocks.js";
import type { Files } from "./files.js";
import type { Progress } from "./progress.js";
import type { Prompt } from "./prompt.js";

/** Everything outside the program that commands may touch. `main.ts` makes the real one; tests make theirs. */
export interface Machine {
  readonly programVersion: string;
  /** The program's own entry, absolute: what starts it once more. */
  readonly programFile: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The person's home directory, absolute. */
  readonly home: string;
  /** Absolute. */
  readonly workingDirectory: string;
  readonly platform: NodeJS.Platform;
  readonly clock: { now(): number };
  readonly files: Files;
  /** Null where nobody sits at a terminal. */
  readonly prompt: Prompt | null;
  readonly progress: Progress;
  /** What a chat is held at. */
  readonly terminal: { readonly input: TerminalInput; readonly output: TerminalOutput };
  /**
   * Prints a part of a report for people while the rest is still to come; nothing under `--json`. Resolves when it has left, with whether
   * anybody still reads.
   */
  readonly show: (blocks: readonly Block[]) => Promise<"told" | "reader_gone">;
  /**
   * Prints one event of a stream: its document as a line under `--json`, the blocks for people. Resolves when it has left, with whether
   * anybody still reads.
   */
  readonly tell: (
    document: JsonObject,
    blocks: readonly Block[],
  ) => Promise<"told" | "reader_gone">;
  /** Aborted when the person or the system asks the program to stop. */
  readonly signal: AbortSignal;
  /** Aborted when they ask once more. */
  readonly urgent: AbortSignal;
  /** Says that the command ends by itself when it is asked to, however long that takes: until then, only `urgent` hurries it. */
  readonly patience: () => void;
  /** Registers work for the very end of the process, however it comes about. It must be synchronous and must not throw. */
  readonly atExit: (work: () => void) => void;
}
