import type {
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  MessageExtraInfo,
  RequestId,
  Transport,
  TransportSendOptions,
} from "@modelcontextprotocol/client";
import { type McpTransport, TransportError, type WriteVerdict } from "@perspt/transport";

/** One request of ours, followed from its `send` to its answer. */
export interface Exchange {
  /** Told the id that the SDK chose, before anything is written. */
  began(id: RequestId): void;
  /** Asked as the last statement before the write. It must not throw. */
  gate(message: JSONRPCMessage): WriteVerdict;
  /** The raw response, before the SDK decodes it; called at most once. */
  answered(message: JSONRPCMessage): void;
}

/** How the SDK's own `server/discover` ended; its last attempt, where there were two (V9). */
export interface Discovery {
  response: JSONRPCMessage | null;
  failure: TransportError | null;
}

/**
 * Stands between the SDK's client and our transport, and ties every outgoing request to the exchange that caused it. The SDK chooses the
 * ids and calls `send` within the very call of `request`, so the exchange that is being opened at that moment is the one it belongs to.
 * What comes in is seen here raw, before the SDK decodes it.
 */
export class WireTap implements Transport {
  onclose: Transport["onclose"];
  onerror: Transport["onerror"];
  onmessage: Transport["onmessage"];
  /** Every notification as it came. */
  onnotification: ((notification: JSONRPCNotification) => void) | undefined;
  readonly discovery: Discovery = { response: null, failure: null };
  readonly #transport: McpTransport;
  readonly #exchanges = new Map<RequestId, Exchange>();
  readonly #discoveries = new Set<RequestId>();
  #opening: Exchange | null = null;

  constructor(transport: McpTransport) {
    this.#transport = transport;
    transport.writeGate = (message) => this.#gate(message);
    transport.onclose = () => this.onclose?.();
    transport.onerror = (error) => this.onerror?.(error);
    transport.onmessage = (message: JSONRPCMessage, extra?: MessageExtraInfo) => {
      if (isNotification(message)) {
        // The SDK has nothing to do with them, and reading one costs it more than all of ours (T70).
        this.onnotification?.(message);
        return;
      }
      this.#look(message);
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
    if (!isRequest(message)) return this.#transport.send(message, options);
    if (message.method === "server/discover") return this.#discover(message);
    const exchange = this.#opening;
    if (exchange === null) throw new TypeError(`nobody here asked for a ${message.method} request`);
    const { id } = message;
    this.#exchanges.set(id, exchange);
    exchange.began(id);
    try {
      await this.#transport.send(message, options);
    } finally {
      this.#exchanges.delete(id);
    }
  }

  /**
   * Why the link is over, or null while it lives. Asked of the transport with the cancellation of a request that was never made: it
   * fails with the reason once the link is over, and is not written before (I5).
   */
  async reasonOfEnd(): Promise<TransportError | null> {
    try {
      const params = { requestId: "perspt-none" };
      await this.#transport.send({ jsonrpc: "2.0", method: "notifications/cancelled", params });
      return null;
    } catch (error) {
      return error instanceof TransportError ? error : null;
    }
  }

  #look(message: JSONRPCMessage): void {
    if ("method" in message || message.id === undefined) return;
    if (this.#discoveries.has(message.id)) this.discovery.response = message;
    this.#exchanges.get(message.id)?.answered(message);
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

  /** Lets nothing pass that nobody here opened, but notifications and the SDK's own probe. */
  #gate(message: JSONRPCMessage): WriteVerdict {
    if (!isRequest(message) || this.#discoveries.has(message.id)) return { kind: "proceed" };
    const exchange = this.#exchanges.get(message.id);
    return exchange === undefined
      ? { kind: "refuse", code: "unknown_request", reason: "Nobody asked for this request." }
      : exchange.gate(message);
  }
}

function isNotification(message: JSONRPCMessage): message is JSONRPCNotification {
  return "method" in message && !("id" in message);
}

function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return "method" in message && "id" in message;
}
