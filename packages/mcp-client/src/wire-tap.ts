import type {
  JSONRPCMessage,
  JSONRPCRequest,
  MessageExtraInfo,
  Transport,
  TransportSendOptions,
} from "@modelcontextprotocol/client";
import { type McpTransport, TransportError, type WriteVerdict } from "@perspt/transport";

/** One request of ours, followed from its `send` to its answer. */
export interface Exchange {
  /** Asked as the last statement before the write. */
  gate(message: JSONRPCMessage): WriteVerdict;
  /** The raw response, before the SDK decodes it; called at most once. */
  answered(message: JSONRPCMessage): void;
  written: boolean;
}

export interface Discovery {
  response: JSONRPCMessage | null;
  failure: TransportError | null;
}

/**
 * Stands between the SDK's client and our transport, and ties every outgoing request to the exchange that caused it. The SDK chooses the
 * ids and calls `send` within the very call of `request`, so the exchange that is being opened at that moment is the one it belongs to.
 */
export class WireTap implements Transport {
  onclose: Transport["onclose"];
  onerror: Transport["onerror"];
  onmessage: Transport["onmessage"];
  readonly #transport: McpTransport;
  readonly #exchanges = new Map<string | number, Exchange>();
  /** How the SDK's own `server/discover` ended; its last attempt, where there were two. */
  readonly discovery: Discovery = { response: null, failure: null };
  readonly #discoveries = new Set<string | number>();
  #opening: Exchange | null = null;

  constructor(transport: McpTransport) {
    this.#transport = transport;
    transport.writeGate = (message) => this.#gate(message);
    transport.onclose = () => this.onclose?.();
    transport.onerror = (error) => this.onerror?.(error);
    transport.onmessage = (message: JSONRPCMessage, extra?: MessageExtraInfo) => {
      if ("id" in message && message.id !== undefined && !("method" in message)) {
        if (this.#discoveries.has(message.id)) this.discovery.response = message;
        this.#exchanges.get(message.id)?.answered(message);
      }
      this.onmessage?.(message, extra);
    };
  }

  /** Runs `request`, whose synchronous `send` belongs to the exchange. */
  open<Result>(exchange: Exchange, request: () => Promise<Result>): Promise<Result> {
    this.#opening = exchange;
    try {
      return request();
    } finally {
      this.#opening = null;
    }
  }

  get hasPerRequestStream(): boolean {
    return this.#transport.hasPerRequestStream === true;
  }

  async start(): Promise<void> {
    try {
      await this.#transport.start();
    } catch (error) {
      this.#noteDiscoveryFailure(error);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!("method" in message) || !("id" in message)) return this.#transport.send(message, options);
    if (message.method === "server/discover") return this.#discover(message);
    const exchange = this.#opening;
    if (exchange === null) throw new TypeError(`nobody here asked for a ${message.method} request`);
    const { id } = message;
    this.#exchanges.set(id, exchange);
    try {
      await this.#transport.send(message, options);
    } finally {
      this.#exchanges.delete(id);
    }
  }

  async #discover(message: JSONRPCRequest): Promise<void> {
    this.#discoveries.add(message.id);
    try {
      await this.#transport.send(message);
    } catch (error) {
      this.#noteDiscoveryFailure(error);
      throw error;
    }
  }

  #noteDiscoveryFailure(error: unknown): void {
    if (error instanceof TransportError) this.discovery.failure = error;
  }

  #gate(message: JSONRPCMessage): WriteVerdict {
    if (!("method" in message) || !("id" in message)) return { kind: "proceed" };
    const exchange = this.#exchanges.get(message.id);
    // The SDK's own probe is the one request that nobody here opened.
    if (exchange === undefined) return { kind: "proceed" };
    const verdict = exchange.gate(message);
    if (verdict.kind === "proceed") exchange.written = true;
    return verdict;
  }
}
