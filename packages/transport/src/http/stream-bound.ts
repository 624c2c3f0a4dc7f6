import type { TransportClock } from "../shared/clock.js";
import type { DiagnosticLog } from "../shared/diagnostic-log.js";
import { FlowGate } from "../shared/flow-gate.js";
import type { LinkFailure } from "../shared/link-failure.js";
import { MAX_MESSAGES, RequestTotal } from "../shared/request-total.js";
import type { FetchResponse } from "./fetch-port.js";

/** What an event stream has brought so far against what it may. */
export interface StreamBound {
  /** Counts what came. False where the stream has to end, with `failure`. */
  admitsBytes(count: number): boolean;
  admitsEvent(): boolean;
  readonly failure: LinkFailure;
  /** The stream is over. */
  stop(): void;
}

export interface StreamBoundOptions {
  readonly method: string;
  readonly response: FetchResponse;
  readonly maxMessageBytes: number;
  readonly diagnostics: DiagnosticLog;
  readonly clock: TransportClock;
}

/** A subscription has no end, and so no total: it is read no faster than its budget allows (T70). All others have a total. */
export function createStreamBound(options: StreamBoundOptions): StreamBound {
  return options.method === "subscriptions/listen"
    ? endless(options)
    : total(options.maxMessageBytes);
}

function endless({ response, diagnostics, clock }: StreamBoundOptions): StreamBound {
  const flow = new FlowGate({
    clock,
    diagnostics,
    pause: () => response.pause(),
    resume: () => response.resume(),
  });
  return {
    admitsBytes(count) {
      flow.count(count);
      return true;
    },
    admitsEvent() {
      flow.count(0);
      return true;
    },
    failure: tooMuch(Number.POSITIVE_INFINITY),
    stop: () => flow.open(),
  };
}

function total(maxMessageBytes: number): StreamBound {
  const brought = new RequestTotal(maxMessageBytes);
  return {
    admitsBytes: (count) => brought.admitsBytes(count),
    admitsEvent: () => brought.admitsMessage(),
    failure: tooMuch(brought.maxBytes),
    stop() {},
  };
}

function tooMuch(maxBytes: number): LinkFailure {
  return {
    code: "result_too_large",
    message: `The server's stream went on beyond ${maxBytes} bytes or ${MAX_MESSAGES} events without the response.`,
    hint: "This is a fault of the server.",
  };
}
