import { TransportError } from "../transport-error.js";
import type { BodySink, ComposedRequest, Fetch, FetchResponse } from "./fetch-port.js";

/** One response, in full. */
export interface ScriptedResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, one event a piece. */
  readonly body?: readonly (string | Uint8Array)[];
  /** How the body ends: `complete` where this is left out; `open` never ends. */
  readonly ending?: "complete" | "cut" | "open";
}

export interface ScriptedFetch extends Fetch {
  /** What was written, in order. */
  readonly posted: readonly ComposedRequest[];
}

/** The scripted twin of `Fetch`: each POST takes the next response. Without one left the server cannot be reached. */
export function scriptedFetch(responses: readonly ScriptedResponse[]): ScriptedFetch {
  const posted: ComposedRequest[] = [];
  let taken = 0;
  return {
    posted,
    async post(request) {
      const response = responses[taken];
      taken += 1;
      if (response === undefined || request.signal.aborted) throw outOfReach(request.url);
      posted.push(request.compose());
      return play(response, request.signal);
    },
    close() {},
  };
}

function play(response: ScriptedResponse, signal: AbortSignal): FetchResponse {
  let sink: BodySink | null = null;
  const finish = (report: (open: BodySink) => void) => {
    const open = sink;
    sink = null;
    if (open !== null) report(open);
  };
  const drop = () => {
    sink = null;
  };
  let isPaused = false;
  let isOver = false;
  const pieces = [...(response.body ?? [])];
  const readOn = () => {
    while (!isPaused && sink !== null) {
      const piece = pieces.shift();
      if (piece === undefined) break;
      sink.bytes(Buffer.from(piece));
    }
    if (isPaused || isOver || pieces.length > 0 || response.ending === "open") return;
    isOver = true;
    finish((open) => (response.ending === "cut" ? open.fail(undefined) : open.end()));
  };
  return {
    status: response.status,
    headers: new Map(Object.entries(response.headers ?? {})),
    read(target) {
      sink = target;
      signal.addEventListener("abort", () => finish((open) => open.fail(signal.reason)));
      queueMicrotask(readOn);
    },
    pause() {
      isPaused = true;
    },
    resume() {
      isPaused = false;
      readOn();
    },
    release: drop,
    cut: drop,
  };
}

function outOfReach(url: URL): TransportError {
  return new TransportError({
    code: "unreachable",
    message: `${url.host} could not be reached: the script holds no further response.`,
    mayHaveRun: false,
  });
}
