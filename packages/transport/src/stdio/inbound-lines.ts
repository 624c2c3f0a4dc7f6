import type { RequestId } from "@modelcontextprotocol/client";
import type { TransportClock } from "../shared/clock.js";
import { decodeFrame } from "../shared/decode-frame.js";
import type { DiagnosticLog } from "../shared/diagnostic-log.js";
import { classifyFrame, type InboundFrame } from "../shared/inbound-frame.js";
import { type LinkFailure, tooLargeFailure } from "../shared/link-failure.js";
import { sniffId, TopLevelIdScanner } from "../shared/top-level-id.js";
import { type LineSink, LineSplitter } from "./line-splitter.js";

/** Lines that are no messages: beyond either bound the server has failed (T14). */
export const MAX_NOISE_LINES = 32;
export const MAX_NOISE_BYTES = 64 * 1024;

/** How much of a line beyond the cap is read past, looking for its id and its end, before the link is given up. */
export const MAX_SKIPPED_BYTES = 64 * 1024 * 1024;
/** How long the id of such a line may stay unknown, in milliseconds. */
export const SKIP_GRACE = 500;

/** Longest part of a junk line that is looked at for a sample, in bytes. */
const SAMPLE_BYTES = 1024;

export type DeliveredFrame = Extract<
  InboundFrame,
  { kind: "response" } | { kind: "notification" } | { kind: "error_without_id" }
>;

/** What the inbound side tells its transport, synchronously and in order. */
export interface InboundEvents {
  /** With the length of its line, in bytes. */
  delivered(frame: DeliveredFrame, length: number): void;
  /** A line that is dropped, and costs something all the same. */
  dropped(length: number): void;
  /** The request's answer came and cannot be used. Returns whether such a request was in flight. */
  answerLost(id: RequestId, failure: LinkFailure): boolean;
  /** The server broke a rule that ends the link. */
  linkBroken(failure: LinkFailure): void;
}

export interface InboundLinesOptions {
  readonly maxMessageBytes: number;
  readonly diagnostics: DiagnosticLog;
  readonly clock: TransportClock;
  readonly events: InboundEvents;
}

/** Reads a server's standard output: framing, caps, what is a message and what is noise. Answers nothing (T15). */
export class InboundLines {
  readonly #options: InboundLinesOptions;
  readonly #splitter: LineSplitter;
  #noiseLines = 0;
  #noiseBytes = 0;
  #oversize: OversizeLine | null = null;

  constructor(options: InboundLinesOptions) {
    this.#options = options;
    const sink: LineSink = {
      line: (bytes) => this.#takeLine(bytes),
      oversizePart: (bytes) => this.#takeOversize(bytes),
      oversizeEnd: () => this.#endOversize(),
    };
    this.#splitter = new LineSplitter(options.maxMessageBytes, sink);
  }

  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  /** Nothing is reported any more. */
  stop(): void {
    this.#splitter.stop();
    this.#oversize?.cancelGrace();
    this.#oversize = null;
  }

  #takeLine(bytes: Uint8Array): void {
    const decoded = decodeFrame(bytes);
    if (decoded.kind === "unreadable") {
      this.#takeUnusable(bytes, sniffId(bytes), decoded.reason);
      return;
    }
    const frame = classifyFrame(decoded.value);
    switch (frame.kind) {
      case "response":
      case "notification":
      case "error_without_id":
        this.#options.events.delivered(frame, bytes.length);
        return;
      case "server_request":
        this.#options.diagnostics.record("unanswered_server_request", frame.method);
        this.#options.events.dropped(bytes.length);
        return;
      case "batch":
        this.#options.diagnostics.record("refused_batch", sampleOf(bytes));
        this.#countNoise(bytes);
        return;
      case "invalid":
        this.#takeUnusable(bytes, frame.id, `Expected a JSON-RPC message; got ${frame.reason}.`);
        return;
    }
  }

  #takeUnusable(bytes: Uint8Array, id: RequestId | null, reason: string): void {
    const failure: LinkFailure = {
      code: "invalid_frame",
      message: `The server answered with a line that cannot be used. ${reason}`,
      hint: "This is a fault of the server.",
    };
    if (id !== null && this.#options.events.answerLost(id, failure)) {
      this.#options.diagnostics.record("invalid_message", sampleOf(bytes));
      return;
    }
    this.#options.diagnostics.record("stdout_noise", sampleOf(bytes));
    this.#countNoise(bytes);
  }

  #countNoise(bytes: Uint8Array): void {
    this.#noiseLines += 1;
    this.#noiseBytes += bytes.length;
    if (this.#noiseLines <= MAX_NOISE_LINES && this.#noiseBytes <= MAX_NOISE_BYTES) return;
    this.#options.events.linkBroken({
      code: "server_too_noisy",
      message: `The server wrote ${this.#noiseLines} lines (${this.#noiseBytes} bytes) to standard output that are no messages.`,
      hint: "A stdio server may write messages only. Make it write its logs to standard error.",
    });
  }

  #takeOversize(bytes: Uint8Array): void {
    this.#oversize ??= new OversizeLine(this.#options.clock, () => this.#giveUp());
    const line = this.#oversize;
    line.push(bytes);
    if (!line.mayBeMessage || line.length > this.#options.maxMessageBytes + MAX_SKIPPED_BYTES) {
      this.#giveUp();
      return;
    }
    if (line.isAccountedFor || line.id === null) return;
    line.isAccountedFor = this.#options.events.answerLost(
      line.id,
      tooLargeFailure(this.#options.maxMessageBytes),
    );
    line.cancelGrace();
  }

  #endOversize(): void {
    if (this.#oversize?.isAccountedFor === false) {
      this.#options.diagnostics.record("oversize_message", `${this.#oversize.length} bytes`);
      this.#options.events.dropped(this.#oversize.length);
    }
    this.#oversize?.cancelGrace();
    this.#oversize = null;
  }

  #giveUp(): void {
    this.#options.events.linkBroken({
      code: "result_too_large",
      message: `The server wrote a line longer than the ${this.#options.maxMessageBytes} bytes that are accepted, and did not end it.`,
      hint: "Raise max_result_bytes for this server if its results are that long.",
    });
  }
}

/** A line beyond the cap: only looked through for its id, never kept. */
class OversizeLine {
  readonly #scanner = new TopLevelIdScanner();
  readonly cancelGrace: () => void;
  length = 0;
  /** Whether the request that it answers has been told. */
  isAccountedFor = false;

  constructor(clock: TransportClock, graceOver: () => void) {
    this.cancelGrace = clock.schedule(SKIP_GRACE, graceOver);
  }

  get id(): RequestId | null {
    return this.#scanner.id;
  }

  get mayBeMessage(): boolean {
    return this.#scanner.mayBeObject;
  }

  push(bytes: Uint8Array): void {
    this.length += bytes.length;
    this.#scanner.push(bytes);
  }
}

function sampleOf(line: Uint8Array): string {
  return new TextDecoder().decode(line.subarray(0, SAMPLE_BYTES));
}
