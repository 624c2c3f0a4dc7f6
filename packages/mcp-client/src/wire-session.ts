import type { Client, JSONRPCMessage, StandardSchemaV1 } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject } from "@perspt/json";
import { TransportError, type WriteVerdict } from "@perspt/transport";
import type { WireReply } from "./wire-reply.js";
import type { Exchange, WireTap } from "./wire-tap.js";

/** The largest delay that a timer takes; the SDK's own timeout must never be the one that fires. */
const SDK_NEVER_TIMES_OUT = 2 ** 31 - 1;

export interface WireRequest {
  readonly method: string;
  readonly params: JsonObject;
  /** Further headers of this one request, `Mcp-Param-…`; without meaning over stdio. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Ends the request early; what it means is in its reason (`Deadline`). */
  readonly signal: AbortSignal;
  /** Told of each progress notification of this request. */
  readonly onProgress: ((progress: unknown) => void) | null;
  /** The last word before the write; it must not throw. */
  gate(message: JSONRPCMessage): WriteVerdict;
}

/** The reason of an abort that a deadline caused. */
export class DeadlinePassed {
  readonly deadlineMs: number;

  constructor(deadlineMs: number) {
    this.deadlineMs = deadlineMs;
  }
}

/** The reason of an abort that a request's own timeout caused. */
class RequestTimedOut {}

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

  constructor(client: Client, tap: WireTap) {
    this.#client = client;
    this.#tap = tap;
  }

  /** Never rejects: every end of a request is a `WireReply`. */
  async request(request: WireRequest): Promise<WireReply> {
    let response: JSONRPCMessage | null = null;
    const exchange: Exchange = {
      written: false,
      gate: (message) =>
        stop.signal.aborted
          ? { kind: "refuse", code: "cancelled", reason: "The request was cancelled." }
          : request.gate(message),
      answered: (message) => {
        response = message;
      },
    };
    const stop = new AbortController();
    const onAbort = (): void => stop.abort(request.signal.reason);
    if (request.signal.aborted) onAbort();
    else request.signal.addEventListener("abort", onAbort, { once: true });
    const timer = setTimeout(() => stop.abort(new RequestTimedOut()), request.timeoutMs);
    let failure: unknown = null;
    try {
      await this.#tap.open(exchange, () =>
        this.#client.request(
          { method: request.method, params: { ...request.params } },
          ANY_RESULT,
          {
            signal: stop.signal,
            timeout: SDK_NEVER_TIMES_OUT,
            allowInputRequired: true,
            headers: { ...request.headers },
            ...(request.onProgress === null ? {} : { onprogress: request.onProgress }),
          },
        ),
      );
    } catch (error) {
      failure = error;
    } finally {
      clearTimeout(timer);
      request.signal.removeEventListener("abort", onAbort);
    }
    if (response !== null) return readResponse(response, exchange.written);
    if (stop.signal.aborted) return stopped(stop.signal.reason, request, exchange.written);
    if (failure instanceof TransportError) return { kind: "link_failed", error: failure };
    return { kind: "invalid", written: exchange.written, reason: describe(failure) };
  }
}

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

function stopped(reason: unknown, request: WireRequest, written: boolean): WireReply {
  if (reason instanceof RequestTimedOut) {
    return { kind: "timed_out", written, timeoutMs: request.timeoutMs };
  }
  if (reason instanceof DeadlinePassed) {
    return { kind: "deadline_passed", written, deadlineMs: reason.deadlineMs };
  }
  return { kind: "cancelled", written };
}

function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
