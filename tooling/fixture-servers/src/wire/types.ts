import type { IncomingHttpHeaders } from "node:http";

/** One request as a handler sees it, and what else it can do on the wire. */
export interface Exchange {
  readonly id: string | number;
  /** Empty over stdio. */
  readonly headers: IncomingHttpHeaders;
  /** Aborted when the client cancels the request: by notification over stdio, by closing the stream over HTTP. */
  readonly signal: AbortSignal;
  /** Sends a notification; over HTTP it turns the response into an event stream. */
  notify(method: string, params: Record<string, unknown>): void;
  /** Sends any JSON as a frame of its own. */
  send(frame: unknown): void;
  /**
   * Writes bytes of any kind where the answer would go, over HTTP as an event stream unless another media type is given. Resolves when
   * they were taken in, or never can be.
   */
  raw(bytes: string | Uint8Array, type?: string): Promise<void>;
  /** Writes bytes of any kind as one frame: a line, or the data of one event. */
  frame(bytes: Uint8Array): void;
  /** Ends the answer's channel in good order: standard output, or the HTTP response. */
  end(): void;
  /** Ends the connection without an answer: kills this process over stdio, cuts the socket over HTTP. */
  drop(): void;
}

// biome-ignore lint/suspicious/noExplicitAny: fixtures read parameters as the schema that they publish promises them
export type Handler = (params: any, exchange: Exchange) => unknown;

/** Method name to handler. A handler returns result members (`resultType` and `_meta` are filled in) or throws a `RpcError`. */
export type Handlers = Readonly<Record<string, Handler>>;

export interface ServiceOptions {
  readonly capabilities?: Readonly<Record<string, unknown>>;
  readonly serverInfo?: { readonly name: string; readonly version: string };
  readonly supportedVersions?: readonly string[];
  readonly instructions?: string;
  /** Called for every HTTP request, before it is answered. */
  readonly onRequest?: (request: RecordedRequest) => void;
}

export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values alternating, in the client's spelling and order. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

export interface HttpServer {
  /** The endpoint, such as `http://127.0.0.1:40123/mcp`. */
  readonly url: string;
  readonly port: number;
  /** Everything that arrived, in order; grows while the server runs. */
  readonly requests: readonly RecordedRequest[];
  close(): Promise<void>;
}
