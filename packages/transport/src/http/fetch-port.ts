/** One POST, composed at the last moment. */
export interface FetchRequest {
  readonly url: URL;
  /**
   * Called synchronously, once, when the connection stands and its address was judged: what it returns is written in the same
   * turn. What it throws becomes the rejection, and nothing is written.
   */
  readonly compose: () => ComposedRequest;
  /** Aborting cuts the request, in whatever state it is. */
  readonly signal: AbortSignal;
}

export interface ComposedRequest {
  /** In the spelling and order in which they are sent. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** Receives a body, synchronously and in order; exactly one of `end` and `fail` comes last. */
export interface BodySink {
  bytes(chunk: Uint8Array): void;
  /** The body is complete. */
  end(): void;
  /** The connection broke before the body was complete. */
  fail(cause: unknown): void;
}

export interface FetchResponse {
  readonly status: number;
  /** By lower-case name; several fields of one name are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  /** Starts the body; called at most once. */
  read(sink: BodySink): void;
  /** Leaves the rest of the body unread for now, so that a server that sends more has to wait. */
  pause(): void;
  resume(): void;
  /**
   * The rest of the body is not wanted: nothing more is reported. The connection is kept where the body ends within the bounds
   * of `release-bounds`, and cut otherwise.
   */
  release(): void;
  /** Cuts the connection. */
  cut(): void;
}

/**
 * Port to the network. `post` resolves with the response's head. It rejects with a `TransportError` that says whether the
 * first byte had been written, or with what `compose` threw.
 */
export interface Fetch {
  post(request: FetchRequest): Promise<FetchResponse>;
  /** Cuts all connections. */
  close(): void;
}
