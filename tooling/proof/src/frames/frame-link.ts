import type { FrameCase } from "./frame-case.js";
import type { Ending, ToldServer } from "./told-server.js";
import { MAX_MESSAGE_BYTES } from "./told-server.js";

/** After so many milliseconds a request counts as one that never settles: far beyond every deadline of the client. */
const NEVER = 30_000;
/** What a server may write that is no message before it has failed (T14). */
const MAX_NOISE_LINES = 32;
const MAX_NOISE_BYTES = 64 * 1024;
/** How often one case may be written: an answer that asks for input is asked for again. */
const MAX_ROUNDS = 9;

/** One connection, and all that it has carried. */
export class FrameLink {
  readonly #told: ToldServer;
  /** Of everything that it has carried: one that never ends carries more than could be kept. */
  #bytes = 0;
  #largest = 0;
  #mayEnd = false;
  #isOver = false;

  constructor(told: ToldServer) {
    this.#told = told;
    void told.client.closed.then(() => {
      this.#isOver = true;
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Sends all of them at once. A code that begins with `fault` is one of the client. */
  carry(cases: readonly FrameCase[]): Promise<readonly Ending[]> {
    for (const { bytes, order } of cases) {
      this.#bytes += bytes;
      this.#largest = Math.max(this.#largest, bytes);
      this.#mayEnd ||= order.ending === "drop" || order.ending === "end";
    }
    return Promise.all(cases.map((one) => this.#settle(one)));
  }

  /** What is wrong with the end of a connection that is over; null for an end that the server has earned. */
  async faultOfEnd(): Promise<string | null> {
    const reason = await this.#told.client.closed;
    if (reason === null) return "it was closed by nobody";
    if (reason.code === "server_too_noisy") {
      const noise = this.#told.client
        .diagnostics()
        .filter(({ code }) => code === "stdout_noise" || code === "refused_batch");
      const lines = sum(noise.map(({ count }) => count));
      if (lines > MAX_NOISE_LINES || MAX_ROUNDS * this.#bytes > MAX_NOISE_BYTES) return null;
      return `it was called too noisy after ${lines} lines of ${this.#bytes} bytes`;
    }
    const isEarned =
      reason.code === "result_too_large"
        ? this.#largest > MAX_MESSAGE_BYTES
        : reason.code === "server_exited" && this.#mayEnd;
    return isEarned ? null : `nothing called for ${reason.code}: ${reason.message}`;
  }

  /** Whether a call that nothing disturbs is completed. */
  async stillAnswers(): Promise<boolean> {
    const order = { way: "frames", frames: [], ending: "answer" } as const;
    const calm: FrameCase = { index: -1, road: "stdio", request: "write", order, bytes: 0 };
    return (await this.#settle(calm)).code === "completed";
  }

  close(): Promise<void> {
    return this.#told.client.close();
  }

  async #settle(one: FrameCase): Promise<Ending> {
    const late = new AbortController();
    try {
      return await Promise.race([this.#told.ask(one), neverSettled(late.signal)]);
    } catch (error) {
      return { code: `fault: threw ${String(error)}`, wasSent: true };
    } finally {
      late.abort();
    }
  }
}

function neverSettled(signal: AbortSignal): Promise<Ending> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve({ code: `fault: not settled after ${NEVER} ms`, wasSent: true });
    }, NEVER);
    signal.addEventListener("abort", () => clearTimeout(timer));
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
