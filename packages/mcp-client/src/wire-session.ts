import type {
  Client,
  JSONRPCMessage,
  RequestId,
  StandardSchemaV1,
} from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject } from "@perspt/json";
import { TransportError, type WriteVerdict } from "@perspt/transport";
import type { ClientClock } from "./client-clock.js";
import { excerpt } from "./excerpt.js";
import type { Stop } from "./stop.js";
import type { WireReply } from "./wire-reply.js";
import type { Exchange, WireTap } from "./wire-tap.js";

/** The largest delay that a timer takes; the SDK's own timeout must never be the one that fires. */
export const SDK_NEVER_TIMES_OUT = 2 ** 31 - 1;

export interface WireRequest {
  readonly method: string;
  readonly params: JsonObject;
  /** Further headers of this one request, `Mcp-Param-…`; without meaning over stdio. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null for a subscription, which ends when somebody ends it. */
  readonly timeoutMs: number | null;
  /** Ends the request early; what it means is in its reason (`DeadlinePassed`). */
  readonly stop: Stop;
  /** Told the request's id, before anything is written. */
  readonly onBegin: ((id: RequestId) => void) | null;
  /** The last word before the write; it must not throw. */
  readonly gate: (message: JSONRPCMessage) => WriteVerdict;
}

/** The reason of an abort that a deadline caused. */
export class DeadlinePassed {
  readonly deadlineMs: number;

  constructor(deadlineMs: number) {
    this.deadlineMs = deadlineMs;
  }

  /** What the server is told (C3). */
  toString(): string {
    return `The call did not end within ${this.deadlineMs} ms.`;
  }
}

/** The reason of an abort that a request's own timeout caused. */
class RequestTimedOut {
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    this.timeoutMs = timeoutMs;
  }

  /** What the server is told (C3). */
  toString(): string {
    return `No answer came within ${this.timeoutMs} ms.`;
  }
}

/** What the server is told when the caller gave up (C3); the caller's own reason may be nothing for a stranger. */
const GIVEN_UP = "The request was cancelled.";

/** As many as calls may well be under way at once. */
const MAX_IDLE_STOPS = 128;

/** Results are judged by ourselves, from the raw response. */
const ANY_RESULT: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "perspt", validate: (value) => ({ value }) },
};

/**
 * One request at a time through the SDK's generic channel, which correlates and cancels; what came back is taken raw from the wire, so
 * that task handles and results that the SDK does not know are not lost.
 */
export class WireSession {
  readonly #client: Client;
  readonly #tap: WireTap;
  readonly #clock: ClientClock;
  /** Of requests that are over: none was aborted, and nobody listens to one. Making one costs more than the rest of a request here. */
  readonly #idleStops: AbortController[] = [];

  constructor(client: Client, tap: WireTap, clock: ClientClock) {
    this.#client = client;
    this.#tap = tap;
    this.#clock = clock;
  }

  /** Never rejects: every end of a request is a `WireReply`. */
  async request(request: WireRequest): Promise<WireReply> {
    let response: JSONRPCMessage | null = null;
    let written = false;
    const stop = this.#idleStops.pop() ?? new AbortController();
    const exchange: Exchange = {
      began: (id) => request.onBegin?.(id),
      gate(message) {
        if (stop.signal.aborted) return STOPPED;
        const verdict = request.gate(message);
        written = verdict.kind === "proceed";
        return verdict;
      },
      answered(message) {
        if (!stop.signal.aborted) response = message;
      },
    };
    const release = this.#linkEnds(request, stop);
    let failure: unknown = null;
    try {
      await this.#tap.open(exchange, () => this.#send(request, stop.signal));
    } catch (error) {
      failure = error;
    } finally {
      release();
      if (!stop.signal.aborted && this.#idleStops.length < MAX_IDLE_STOPS) {
        this.#idleStops.push(stop);
      }
    }
    // An answer that came before the stop is the answer (T72).
    if (response !== null) return readResponse(response, written);
    if (stop.signal.aborted) return stopped(stop.signal.reason, written);
    if (failure instanceof TransportError) return { kind: "link_failed", error: failure };
    const end = written ? null : await this.#tap.reasonOfEnd();
    if (end !== null) return { kind: "link_failed", error: end };
    return { kind: "invalid", written, reason: describe(failure) };
  }

  #send(request: WireRequest, signal: AbortSignal): Promise<unknown> {
    return this.#client.request(
      { method: request.method, params: { ...request.params } },
      ANY_RESULT,
      {
        signal,
        timeout: SDK_NEVER_TIMES_OUT,
        allowInputRequired: true,
        headers: { ...request.headers },
      },
    );
  }

  /** Makes the caller and the timeout stop the request; the returned function frees both. */
  #linkEnds({ stop: source, timeoutMs }: WireRequest, stop: AbortController): () => void {
    const unfollow = source.follow(() => {
      const { reason } = source;
      stop.abort(reason instanceof DeadlinePassed ? reason : GIVEN_UP);
    });
    const cancelTimer =
      timeoutMs === null
        ? null
        : this.#clock.schedule(timeoutMs, () => stop.abort(new RequestTimedOut(timeoutMs)));
    return () => {
      cancelTimer?.();
      unfollow();
    };
  }
}

const STOPPED: WriteVerdict = {
  kind: "refuse",
  code: "cancelled",
  reason: GIVEN_UP,
};

function readResponse(message: JSONRPCMessage, written: boolean): WireReply {
  if ("error" in message) {
    const { code, message: text, data } = message.error;
    return { kind: "server_error", code, message: text, data };
  }
  if ("result" in message && isJsonObject(message.result)) {
    return { kind: "result", result: message.result };
  }
  return { kind: "invalid", written, reason: "its response holds neither a result nor an error" };
}

function stopped(reason: unknown, written: boolean): WireReply {
  if (reason instanceof RequestTimedOut) {
    return { kind: "timed_out", written, timeoutMs: reason.timeoutMs };
  }
  if (reason instanceof DeadlinePassed) {
    return { kind: "deadline_passed", written, deadlineMs: reason.deadlineMs };
  }
  return { kind: "cancelled", written };
}

function describe(error: unknown): string {
  return excerpt(error instanceof Error ? error.message : String(error));
}
