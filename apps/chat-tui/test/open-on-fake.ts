import { FakeTerminal, type TerminalSize } from "@perspt/testkit";
import { onTestFinished } from "vitest";
import { InputDecoder } from "../src/input/input-decoder.js";
import { openScreen } from "../src/screen/open-screen.js";
import type { ProcessPort, Unlisten } from "../src/screen/process-port.js";
import type { Screen, ScreenEvent } from "../src/screen/screen.js";
import type { FatalCause } from "../src/screen/terminal-session.js";

export interface OpenedOnFake {
  readonly terminal: FakeTerminal;
  readonly screen: Screen;
  readonly events: readonly ScreenEvent[];
  readonly process: ScriptedProcess;
  readonly fatal: readonly FatalCause[];
}

/** A screen on a terminal in this process, closed when the test is over. */
export async function openOnFake(
  size: TerminalSize,
  environment: Readonly<Record<string, string>> = {},
): Promise<OpenedOnFake> {
  const terminal = new FakeTerminal(size);
  const process = new ScriptedProcess();
  const events: ScreenEvent[] = [];
  const fatal: FatalCause[] = [];
  const opened = await openScreen({
    input: terminal.input,
    output: terminal.output,
    environment: { TERM: "xterm-256color", ...environment },
    emoji: "full",
    decoder: new InputDecoder(),
    onEvent: (event) => events.push(event),
    onFatal: async (cause) => {
      fatal.push(cause);
    },
    process,
    strayStreams: [],
  });
  if (opened.kind === "refused") throw new Error(opened.message);
  onTestFinished(() => {
    void opened.screen.close("");
  });
  return { terminal, screen: opened.screen, events, process, fatal };
}

/** A process that ends on paper only: what is done to it is written down, and a test sends its signals. */
export class ScriptedProcess implements ProcessPort {
  readonly deeds: string[] = [];
  readonly #signals = new Map<NodeJS.Signals, Set<() => void>>();
  readonly #uncaught = new Set<(error: unknown) => void>();
  readonly #exits = new Set<() => void>();

  onSignal(signal: NodeJS.Signals, listener: () => void): Unlisten {
    const listeners = this.#signals.get(signal) ?? new Set();
    this.#signals.set(signal, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  onUncaught(listener: (error: unknown) => void): Unlisten {
    this.#uncaught.add(listener);
    return () => this.#uncaught.delete(listener);
  }

  onExit(listener: () => void): Unlisten {
    this.#exits.add(listener);
    return () => this.#exits.delete(listener);
  }

  raise(signal: NodeJS.Signals): void {
    this.deeds.push(`raise ${signal}`);
  }

  exit(code: number): void {
    this.deeds.push(`exit ${code}`);
  }

  complain(text: string): void {
    this.deeds.push(`complain ${text}`);
  }

  /** Something kills it; says whether anybody listened. */
  send(signal: NodeJS.Signals): boolean {
    const listeners = [...(this.#signals.get(signal) ?? [])];
    for (const listener of listeners) listener();
    return listeners.length > 0;
  }

  fail(error: unknown): void {
    this.#uncaught.forEach((listener) => {
      listener(error);
    });
  }

  listenerCount(): number {
    const signals = [...this.#signals.values()].reduce((sum, { size }) => sum + size, 0);
    return signals + this.#uncaught.size + this.#exits.size;
  }
}
