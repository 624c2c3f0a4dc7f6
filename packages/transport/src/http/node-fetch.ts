import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { LookupFunction, Socket } from "node:net";
import { isLoopbackAddress } from "../endpoint/loopback.js";
import { type PacedReading, readPaced } from "../shared/paced-reading.js";
import { connectionError, notLoopback } from "./connect-failures.js";
import type { BodySink, Fetch, FetchResponse } from "./fetch-port.js";

/** Connections to one server, long-lived streams included (H24). */
export const MAX_CONNECTIONS = 32;
export const MAX_IDLE_CONNECTIONS = 4;
/** How long an idle connection is kept, in milliseconds: shorter than servers keep theirs, so that a request does not meet a closing one. */
export const IDLE_CONNECTION = 2_000;
/** How much of an unwanted body is read past to keep the connection, in bytes, and for how long, in milliseconds. */
export const RELEASE_BYTES = 16 * 1024;
export const RELEASE_GRACE = 250;
/** TCP keep-alive, in milliseconds: how a dead peer of a silent stream is noticed without an idle timeout. */
const TCP_KEEP_ALIVE = 30_000;

export interface NodeFetchOptions {
  /** Replaces the system's name resolution. */
  readonly lookup?: LookupFunction;
  /** Replaces `IDLE_CONNECTION`. */
  readonly idleConnection?: number;
}

/** The real twin of `Fetch`, over Node's own HTTP: no proxy (T20), no redirect (T18), no cookie (T22), no decompression. */
export function createNodeFetch(options: NodeFetchOptions = {}): Fetch {
  const pool = {
    keepAlive: true,
    maxSockets: MAX_CONNECTIONS,
    maxFreeSockets: MAX_IDLE_CONNECTIONS,
    timeout: options.idleConnection ?? IDLE_CONNECTION,
    ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
  };
  const plain = new HttpAgent(pool);
  // Stated, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off (T23).
  const secure = new HttpsAgent({ ...pool, rejectUnauthorized: true });
  const secured = new WeakSet<Socket>();

  const open = (url: URL): ClientRequest =>
    url.protocol === "https:"
      ? httpsRequest(url, { method: "POST", agent: secure })
      : httpRequest(url, { method: "POST", agent: plain });

  return {
    post: (request) =>
      new Promise((resolve, reject) => {
        const outgoing = open(request.url);
        let isWritten = false;
        const fail = (error: unknown) => {
          reject(error instanceof Error ? error : new Error(String(error)));
          outgoing.destroy();
        };
        const abort = () => outgoing.destroy();
        request.signal.addEventListener("abort", abort, { once: true });
        outgoing.once("close", () => request.signal.removeEventListener("abort", abort));
        if (request.signal.aborted) abort();

        outgoing.on("error", (cause) => reject(connectionError(cause, request.url, isWritten)));
        outgoing.once("close", () => reject(connectionError(undefined, request.url, isWritten)));
        outgoing.once("response", (response) => resolve(asResponse(response)));
        outgoing.once("socket", (socket) => {
          whenConnected(socket, request.url, secured, () => {
            try {
              judgeAddress(socket, request.url);
              socket.setTimeout(0); // A stream may be silent for days; the pool sets its own limit on idle connections.
              socket.setKeepAlive(true, TCP_KEEP_ALIVE);
              const { headers, body } = request.compose();
              for (const [name, value] of headers) outgoing.setHeader(name, value);
              outgoing.setHeader("Content-Length", body.length);
              isWritten = true;
              outgoing.end(body);
            } catch (error) {
              fail(error);
            }
          });
        });
      }),
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}

/** Calls back at once for a connection that is used again, and when the handshake is over for a new one. */
function whenConnected(
  socket: Socket,
  url: URL,
  secured: WeakSet<Socket>,
  connected: () => void,
): void {
  if (url.protocol === "http:") {
    if (socket.connecting) socket.once("connect", connected);
    else connected();
    return;
  }
  if (secured.has(socket)) {
    connected();
    return;
  }
  socket.once("secureConnect", () => {
    secured.add(socket);
    connected();
  });
}

/** Plain HTTP stays on this machine whatever the name resolved to (T19). */
function judgeAddress(socket: Socket, url: URL): void {
  if (url.protocol === "http:" && !isLoopbackAddress(socket.remoteAddress ?? "")) {
    throw notLoopback(url);
  }
}

function asResponse(response: IncomingMessage): FetchResponse {
  let sink: BodySink | null = null;
  let outcome: ((open: BodySink) => void) | null = null;
  let reading: PacedReading | null = null;
  const finish = (report: (open: BodySink) => void) => {
    outcome ??= report;
    if (sink !== null) outcome(sink);
    sink = null;
  };
  response.on("end", () => finish((open) => open.end()));
  response.on("error", (cause) => finish((open) => open.fail(cause)));
  response.on("close", () => finish((open) => open.fail(undefined)));

  return {
    status: response.statusCode ?? 0,
    headers: joinedHeaders(response),
    read(target) {
      if (outcome !== null) {
        outcome(target);
        return;
      }
      sink = target;
      reading = readPaced(response, (chunk) => sink?.bytes(chunk));
    },
    pause: () => reading?.pause(),
    resume: () => reading?.resume(),
    release() {
      sink = null;
      reading?.resume();
      readPast(response);
    },
    cut() {
      sink = null;
      response.destroy();
    },
  };
}

/** Lets a body that is nearly over end by itself, so that its connection can serve again. */
function readPast(response: IncomingMessage): void {
  let seen = 0;
  response.on("data", (chunk: Buffer) => {
    seen += chunk.length;
    if (seen > RELEASE_BYTES) response.destroy();
  });
  const timer = setTimeout(() => response.destroy(), RELEASE_GRACE);
  response.once("close", () => clearTimeout(timer));
}

function joinedHeaders(response: IncomingMessage): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
}
