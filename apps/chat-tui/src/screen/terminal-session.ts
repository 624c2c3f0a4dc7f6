import { setTimeout as pause } from "node:timers/promises";
import { inspect } from "node:util";
import { sanitizeForTerminal } from "@perspt/text";
import {
  ENDING_SIGNALS,
  type EndingSignal,
  type ProcessPort,
  type Unlisten,
} from "./process-port.js";
import { ENTER, LEAVE, type MouseMode, mouseSequence } from "./terminal-modes.js";
import type { TerminalInput, TerminalOutput } from "./terminal-streams.js";
import type { TerminalWriter } from "./terminal-writer.js";

/** Why a process that holds a terminal ends without having closed it. */
export type FatalCause =
  | { readonly kind: "signal"; readonly signal: EndingSignal }
  | { readonly kind: "error"; readonly error: unknown }
  /** The terminal is gone: its window was closed, or the connection to it was lost. */
  | { readonly kind: "hang_up" };

export interface TerminalSessionOptions {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  /** Writes to `output`. */
  readonly writer: TerminalWriter;
  readonly process: ProcessPort;
  /** See the screen's options. */
  readonly onFatal: (cause: FatalCause) => Promise<void>;
  /** The terminal was taken back, and shows nothing of ours. */
  readonly onResumed: () => void;
  /** The terminal was given back for good. */
  readonly onLeft: () => void;
  /** What others printed meanwhile, for the person to read after an error. */
  readonly strayOutput: () => string;
}

/**
 * - held: ours, in raw mode.
 * - lent: another program's; what is typed there, and the signals that its keys raise, are not for us.
 * - stopped: the shell's, until it lets us go on.
 * - left: given back for good.
 */
type State = "held" | "lent" | "stopped" | "left";

/** How long the process may take to end what it started; more than a server gets that ignores every request to end. */
const END_WAIT_MS = 8_000;

/** If nothing stopped us in this time, nothing will: the process has no shell that could let it go on. */
const STOP_WAIT_MS = 200;

/**
 * A terminal from when it is taken over to when it is given back, on whatever way out of the process. Taken over by the constructor.
 * What gives it back is written synchronously, so that no later write and no exit can come before it.
 */
export class TerminalSession {
  readonly #options: TerminalSessionOptions;
  #listeners: Unlisten[] = [];
  #stopListener: Unlisten | null = null;
  #stopTimer: NodeJS.Timeout | null = null;
  #state: State = "held";
  #isEnding = false;
  #isHungUp = false;
  #mouse: MouseMode = "off";

  constructor(options: TerminalSessionOptions) {
    this.#options = options;
    this.#listen();
    this.#take();
  }

  get isHeld(): boolean {
    return this.#state === "held";
  }

  /** Settles at once, but for a process that a signal or a hang-up is ending: then never. */
  async released(): Promise<void> {
    if (this.#isEnding) await new Promise<never>(() => {});
  }

  setMouse(mode: MouseMode): void {
    this.#mouse = mode;
    if (this.isHeld) this.#options.writer.write(mouseSequence(mode));
  }

  /** Gives the terminal back for good, and writes a farewell to its normal screen. Idempotent. */
  leave(farewell = ""): void {
    if (this.#state === "left") return;
    const wasOurs = this.#state === "held";
    this.#state = "left";
    this.#unlisten();
    if (wasOurs) this.#giveBack();
    this.#options.onLeft();
    this.#write(farewell);
  }

  /** Stops the process as the shell's Ctrl-Z does. */
  suspend(): void {
    if (this.#state !== "held") return;
    this.#state = "stopped";
    this.#giveBack();
    // Also keeps the process alive: with its keyboard paused it may have nothing else to wait for.
    this.#stopTimer = setTimeout(() => this.#continue(), STOP_WAIT_MS);
    this.#stopProcess();
  }

  async lend<T>(use: () => Promise<T>): Promise<T> {
    if (this.#state !== "held") return use();
    this.#state = "lent";
    this.#giveBack();
    try {
      return await use();
    } finally {
      this.#endLoan();
    }
  }

  #endLoan(): void {
    if (this.#state !== "lent") return;
    this.#state = "held";
    this.#take();
    this.#options.onResumed();
  }

  #take(): void {
    const { input } = this.#options;
    // A shell may have changed the mode behind the back of a stream that believes to be raw already.
    input.setRawMode?.(false);
    input.setRawMode?.(true);
    input.resume();
    this.#write(ENTER + (this.#mouse === "off" ? "" : mouseSequence(this.#mouse)));
  }

  #giveBack(): void {
    this.#write(LEAVE);
    this.#options.input.setRawMode?.(false);
    this.#options.input.pause();
  }

  #write(text: string): void {
    if (text !== "" && this.#options.writer.writeNow(text) === "gone") this.#endByHangUp();
  }

  #listen(): void {
    const { process, input, output } = this.#options;
    const gone = () => this.#endByHangUp();
    this.#listeners = [
      ...ENDING_SIGNALS.map((signal) => process.onSignal(signal, () => this.#endBySignal(signal))),
      process.onUncaught((error) => this.#endByError(error)),
      process.onExit(() => this.leave()),
      process.onSignal("SIGCONT", () => this.#continue()),
      ...["end", "close", "error"].map((event) => listen(input, event, gone)),
      ...["close", "error"].map((event) => listen(output, event, gone)),
    ];
    this.#listenForStop();
  }

  #listenForStop(): void {
    this.#stopListener?.();
    this.#stopListener = this.#options.process.onSignal("SIGTSTP", () => {
      if (this.#state === "lent") this.#stopProcess();
      else this.suspend();
    });
  }

  #unlisten(): void {
    for (const unlisten of this.#listeners.splice(0)) unlisten();
    this.#stopListener?.();
    this.#stopListener = null;
    this.#forgetStopTimer();
  }

  #stopProcess(): void {
    this.#stopListener?.();
    this.#stopListener = null;
    this.#options.process.raise("SIGTSTP");
  }

  /** After any stop, ours or one that was not announced, the shell has had the terminal. */
  #continue(): void {
    this.#forgetStopTimer();
    this.#listenForStop();
    if (this.#state !== "held" && this.#state !== "stopped") return;
    this.#state = "held";
    this.#take();
    this.#options.onResumed();
  }

  #forgetStopTimer(): void {
    if (this.#stopTimer !== null) clearTimeout(this.#stopTimer);
    this.#stopTimer = null;
  }

  #endBySignal(signal: EndingSignal): void {
    // Ctrl-C and Ctrl-\ in another program's hands are that program's.
    if (this.#state === "lent" && (signal === "SIGINT" || signal === "SIGQUIT")) return;
    this.#isEnding = true;
    // Nobody waits for a terminal: it is given back before anything is ended.
    this.leave();
    if (this.#isHungUp) return;
    void this.#endWork({ kind: "signal", signal }).then(() => this.#options.process.raise(signal));
  }

  #endByError(error: unknown): void {
    this.leave();
    void this.#endWork({ kind: "error", error });
    const { process, strayOutput } = this.#options;
    process.complain(`${readable(strayOutput())}${readable(inspect(error))}\n`);
    process.exit(1);
  }

  /** Without a terminal Node cannot even exit in peace: it would abort, with a native stack for a farewell. */
  #endByHangUp(): void {
    if (this.#isHungUp) return;
    this.#isHungUp = true;
    this.#isEnding = true;
    this.#state = "left";
    this.#unlisten();
    const { input, output, process } = this.#options;
    // What fails on it while the work ends is no news.
    for (const stream of [input, output]) stream.on("error", () => {});
    this.#options.onLeft();
    void this.#endWork({ kind: "hang_up" }).then(() => process.raise("SIGKILL"));
  }

  /** Settles when the work has ended or its time is over, and never before the other listeners of a signal had their turn. */
  async #endWork(cause: FatalCause): Promise<void> {
    const time = new AbortController();
    const { signal } = time;
    const work = new Promise<void>((resolve) => resolve(this.#options.onFatal(cause)));
    await Promise.race([
      work.catch(() => {}),
      pause(END_WAIT_MS, undefined, { signal }).catch(() => {}),
    ]);
    time.abort();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function listen(stream: NodeJS.EventEmitter, event: string, listener: () => void): Unlisten {
  stream.on(event, listener);
  return () => stream.off(event, listener);
}

/** Errors and logs quote servers: no control character of theirs reaches the terminal. */
function readable(text: string): string {
  return sanitizeForTerminal(text, { layout: "multiline" });
}
