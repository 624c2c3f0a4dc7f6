import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/client";
import { ByteBuffer } from "../shared/byte-buffer.js";
import type { TransportClock } from "../shared/clock.js";
import { decodeFrame } from "../shared/decode-frame.js";
import type { DiagnosticLog } from "../shared/diagnostic-log.js";
import { classifyFrame, type InboundFrame } from "../shared/inbound-frame.js";
import { failureOf, type LinkFailure, tooLargeFailure } from "../shared/link-failure.js";
import { sniffId } from "../shared/top-level-id.js";
import type { TransportError } from "../transport-error.js";
import type { FetchResponse } from "./fetch-port.js";
import { SseParser } from "./sse-parser.js";
import { createStreamBound } from "./stream-bound.js";

const SAMPLE_CHARACTERS = 256;

export interface ExchangeOptions {
  readonly clock: TransportClock;
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
    const bound = createStreamBound({ ...options, method: request.method });
    const stop = () => {
      parser.stop();
      bound.stop();
    };
    const abandon = (error: TransportError) => {
      stop();
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
          stop();
          response.release();
          resolve();
        } else if (verdict.kind === "unusable" && sniffId(data) === request.id) {
          abandon(lost(unusable(verdict.reason)));
        } else if (!bound.admitsEvent()) {
          abandon(lost(bound.failure));
        }
      },
      tooLarge: () => abandon(lost(tooLargeFailure(maxMessageBytes))),
    });
    response.read({
      bytes(chunk) {
        if (bound.admitsBytes(chunk.length)) parser.push(chunk);
        else abandon(lost(bound.failure));
      },
      end() {
        stop();
        reject(lost(noResponse("The server's stream ended without the response.")));
      },
      fail(cause) {
        stop();
        reject(lost(cutOff(cause)));
      },
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
