import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/client";
import { ByteBuffer } from "../shared/byte-buffer.js";
import { decodeFrame } from "../shared/decode-frame.js";
import type { DiagnosticLog } from "../shared/diagnostic-log.js";
import { classifyFrame, type InboundFrame } from "../shared/inbound-frame.js";
import { failureOf, type LinkFailure, tooLargeFailure } from "../shared/link-failure.js";
import { sniffId } from "../shared/top-level-id.js";
import type { TransportError } from "../transport-error.js";
import type { FetchResponse } from "./fetch-port.js";
import { SseParser } from "./sse-parser.js";

/** What one request's stream may bring in all, as a multiple of one message's cap, and at least (T27). A subscription has no total. */
export const STREAM_TOTAL_FACTOR = 64;
export const SMALLEST_STREAM_TOTAL = 16 * 1024 * 1024;
/** How many events one request's stream may bring (T27). */
export const MAX_STREAM_EVENTS = 250_000;

const SAMPLE_CHARACTERS = 256;

export interface ExchangeOptions {
  readonly request: JSONRPCRequest;
  readonly response: FetchResponse;
  readonly maxMessageBytes: number;
  readonly diagnostics: DiagnosticLog;
  readonly deliver: (message: JSONRPCMessage) => void;
}

/** Reads one JSON body. Resolves once its response was delivered; rejects when it holds none. */
export function readJsonAnswer(options: ExchangeOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const { response, maxMessageBytes } = options;
    const body = new ByteBuffer();
    response.read({
      bytes(chunk) {
        if (body.length + chunk.length > maxMessageBytes) {
          response.cut();
          reject(lost(tooLargeFailure(maxMessageBytes)));
        } else {
          body.append(chunk);
        }
      },
      end() {
        const inbound = new InboundMessages(options);
        const verdict = inbound.take(body.take());
        if (verdict.kind === "answered") resolve();
        else if (verdict.kind === "unusable") reject(lost(unusable(verdict.reason)));
        else reject(lost(noResponse("The server's answer holds no response to the request.")));
      },
      fail: (cause) => reject(lost(cutOff(cause))),
    });
  });
}

/**
 * Reads one event stream. Notifications are delivered as they come; resolves once the response was delivered; rejects at once
 * when the stream ends or breaks without it (H14, report 14). Keep-alives extend nothing (T27).
 */
export function readEventAnswer(options: ExchangeOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const { response, request, maxMessageBytes } = options;
    const inbound = new InboundMessages(options);
    const total = new StreamTotal(request.method, maxMessageBytes);
    const abandon = (error: TransportError) => {
      parser.stop();
      response.cut();
      reject(error);
    };
    const parser = new SseParser(maxMessageBytes, {
      event(type, data) {
        if (type !== "message") {
          options.diagnostics.record("ignored_event", type);
          return;
        }
        const verdict = inbound.take(data);
        if (verdict.kind === "answered") {
          parser.stop();
          response.release();
          resolve();
        } else if (verdict.kind === "unusable" && sniffId(data) === request.id) {
          abandon(lost(unusable(verdict.reason)));
        } else if (!total.admitsEvent()) {
          abandon(lost(total.failure));
        }
      },
      tooLarge: () => abandon(lost(tooLargeFailure(maxMessageBytes))),
    });
    response.read({
      bytes(chunk) {
        if (total.admitsBytes(chunk.length)) parser.push(chunk);
        else abandon(lost(total.failure));
      },
      end: () => reject(lost(noResponse("The server's stream ended without the response."))),
      fail: (cause) => reject(lost(cutOff(cause))),
    });
  });
}

type Verdict =
  | { readonly kind: "answered" }
  | { readonly kind: "unusable"; readonly reason: string }
  | { readonly kind: "passed" };

const PASSED: Verdict = { kind: "passed" };

/** Sorts what comes in for one request: its response, its notifications, and what is not to be answered or believed. */
class InboundMessages {
  readonly #options: ExchangeOptions;

  constructor(options: ExchangeOptions) {
    this.#options = options;
  }

  take(bytes: Uint8Array): Verdict {
    const decoded = decodeFrame(bytes);
    return decoded.kind === "unreadable"
      ? this.#unusable(bytes, decoded.reason)
      : this.#takeFrame(classifyFrame(decoded.value), bytes);
  }

  #takeFrame(frame: InboundFrame, bytes: Uint8Array): Verdict {
    const { request, diagnostics, deliver } = this.#options;
    switch (frame.kind) {
      case "response":
        if (frame.id !== request.id) {
          diagnostics.record("foreign_response", String(frame.id));
          return PASSED;
        }
        deliver(frame.message);
        return { kind: "answered" };
      case "notification":
        deliver(frame.message);
        return PASSED;
      case "server_request":
        diagnostics.record("unanswered_server_request", frame.method);
        return PASSED;
      case "error_without_id":
        // One stream serves one request: an error on it that names none means this one (E1).
        deliver({ jsonrpc: "2.0", id: request.id, error: frame.error });
        return { kind: "answered" };
      case "batch":
        diagnostics.record("refused_batch", sampleOf(bytes));
        return PASSED;
      case "invalid":
        return this.#unusable(bytes, `Expected a JSON-RPC message; got ${frame.reason}.`);
    }
  }

  #unusable(bytes: Uint8Array, reason: string): Verdict {
    this.#options.diagnostics.record("invalid_message", sampleOf(bytes));
    return { kind: "unusable", reason };
  }
}

/** What a stream has brought so far against what it may. */
class StreamTotal {
  readonly #maxBytes: number;
  readonly #maxEvents: number;
  #bytes = 0;
  #events = 0;

  constructor(method: string, maxMessageBytes: number) {
    const isEndless = method === "subscriptions/listen";
    const total = Math.max(SMALLEST_STREAM_TOTAL, maxMessageBytes * STREAM_TOTAL_FACTOR);
    this.#maxBytes = isEndless ? Number.POSITIVE_INFINITY : total;
    this.#maxEvents = isEndless ? Number.POSITIVE_INFINITY : MAX_STREAM_EVENTS;
  }

  get failure(): LinkFailure {
    return {
      code: "result_too_large",
      message: `The server's stream went on beyond ${this.#maxBytes} bytes or ${this.#maxEvents} events without the response.`,
      hint: "This is a fault of the server.",
    };
  }

  admitsBytes(count: number): boolean {
    this.#bytes += count;
    return this.#bytes <= this.#maxBytes;
  }

  admitsEvent(): boolean {
    this.#events += 1;
    return this.#events <= this.#maxEvents;
  }
}

function unusable(reason: string): LinkFailure {
  return {
    code: "invalid_frame",
    message: `The server answered with a message that cannot be used. ${reason}`,
    hint: "This is a fault of the server.",
  };
}

function noResponse(message: string): LinkFailure {
  return {
    code: "stream_ended",
    message,
    hint: "This is a fault of the server, or of a proxy before it.",
  };
}

function cutOff(cause: unknown): LinkFailure {
  return {
    code: "connection_lost",
    message: "The connection was cut before the answer was complete.",
    cause,
  };
}

/** Whatever is lost on the way back, the request was sent. */
function lost(failure: LinkFailure): TransportError {
  return failureOf(failure, true);
}

function sampleOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, SAMPLE_CHARACTERS));
}
