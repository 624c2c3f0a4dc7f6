import { writeSync } from "node:fs";

/** Signals that end a process which has a terminal. */
export type EndingSignal = "SIGTERM" | "SIGHUP" | "SIGINT" | "SIGQUIT";

export const ENDING_SIGNALS: readonly EndingSignal[] = ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"];

/** Takes a listener away again. */
export type Unlisten = () => void;

/** What a terminal session needs of its process. Its listeners run before those that others added earlier. */
export interface ProcessPort {
  onSignal(signal: NodeJS.Signals, listener: () => void): Unlisten;
  /** Exceptions and rejections that nobody caught. */
  onUncaught(listener: (error: unknown) => void): Unlisten;
  onExit(listener: () => void): Unlisten;
  /** Does to the process what the signal does by default, whoever else listens to it. */
  raise(signal: NodeJS.Signals): void;
  exit(code: number): void;
  /** Writes to standard error before anything else can happen; never throws. */
  complain(text: string): void;
}

export const nodeProcess: ProcessPort = {
  onSignal(signal, listener) {
    process.prependListener(signal, listener);
    return () => process.off(signal, listener);
  },
  onUncaught(listener) {
    process.prependListener("uncaughtException", listener);
    process.prependListener("unhandledRejection", listener);
    return () => {
      process.off("uncaughtException", listener);
      process.off("unhandledRejection", listener);
    };
  },
  onExit(listener) {
    process.prependListener("exit", listener);
    return () => process.off("exit", listener);
  },
  raise(signal) {
    const others = process.listeners(signal);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    // Only after a stop does anything come after.
    for (const listener of others) process.on(signal, listener);
  },
  exit(code) {
    process.exit(code);
  },
  complain(text) {
    try {
      writeSync(2, text);
    } catch {
      // There is nobody left to tell.
    }
  },
};
