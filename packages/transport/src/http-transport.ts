import type {
  JSONRPCMessage,
  JSONRPCRequest,
  Transport,
  TransportSendOptions,
} from "@modelcontextprotocol/client";
import { checkEndpoint } from "./endpoint/check-endpoint.js";
import { isLoopbackHost } from "./endpoint/loopback.js";
import { readEventAnswer, readJsonAnswer } from "./http/exchange.js";
import type { ComposedRequest, FetchResponse } from "./http/fetch-port.js";
import { judgeResponse } from "./http/judge-response.js";
import { readRefusal, serverErrorIn, textOf } from "./http/read-refusal.js";
import { refusalError } from "./http/refusal-error.js";
import { requestHeaders } from "./http/request-headers.js";
import type { McpTransport, TransportDiagnostic, WriteVerdict } from "./mcp-transport.js";
import type { ResolvedHttpConfig } from "./resolve-config.js";
import { deliver, guarded } from "./shared/deliver.js";
import { DiagnosticLog } from "./shared/diagnostic-log.js";
import { cancelledFailure, closedFailure, failureOf } from "./shared/link-failure.js";
import { cancelledId, isRequest } from "./shared/outgoing.js";
import { writeRefused } from "./shared/write-refused.js";
import { TransportError } from "./transport-error.js";
import type { TransportPorts } from "./transport-ports.js";

/** Statuses whose JSON-RPC error body is the answer itself: the specification sends protocol errors with them (H18, H19). */
const PROTOCOL_ERROR_STATUSES: ReadonlySet<number> = new Set([400, 404]);

/** One server behind a stateless Streamable HTTP endpoint: one POST a message, one stream an answer (H1). */
export class HttpTransport implements McpTransport {
  readonly kind = "streamable_http";
  /** Tells the SDK to cancel by closing the request's stream (H16). */
  readonly hasPerRequestStream = true;
  onclose: Transport["onclose"];
  onerror: Transport["onerror"];
  onmessage: Transport["onmessage"];
  writeGate: (message: JSONRPCMessage) => WriteVerdict = () => ({ kind: "proceed" });

  readonly #config: ResolvedHttpConfig;
  readonly #ports: TransportPorts;
  readonly #diagnostics = new DiagnosticLog();
  /** One for each message under way; aborting it cuts that message's connection. */
  readonly #open = new Set<AbortController>();
  #url: URL | null = null;
  #isClosed = false;

  constructor(config: ResolvedHttpConfig, ports: TransportPorts) {
    this.#config = config;
    this.#ports = ports;
  }

  /** Judges the endpoint; opens nothing. Rejects with a `TransportError`. */
  async start(): Promise<void> {
    this.#refuseWhenClosed();
    const headers = [...this.#config.headers].map(([name, value]) => ({
      name,
      value,
      source: this.#config.headerSources.get(name) ?? `the header ${name}`,
    }));
    const { url } = this.#config;
    const [problem] = checkEndpoint({ kind: "streamable_http", url, headers });
    if (problem !== undefined) {
      const { message, hint } = problem;
      throw new TransportError({ code: "invalid_endpoint", message, hint, mayHaveRun: false });
    }
    const parsed = new URL(url);
    this.#refuseUnverifiedTls(parsed);
    this.#url = parsed;
  }

  /**
   * Posts one message. For a request it settles with that request's stream. `notifications/cancelled` is not sent: over HTTP
   * a request is cancelled by closing its stream (H16), which aborting `requestSignal` does.
   */
  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    this.#refuseWhenClosed();
    const url = this.#url;
    if (url === null) throw new TypeError("send was called before start had resolved");
    if (cancelledId(message) !== null) return;

    const { requestSignal, onRequestStreamEnd, headers = {} } = options;
    const cut = new AbortController();
    const abort = () => cut.abort();
    if (requestSignal?.aborted === true) abort();
    requestSignal?.addEventListener("abort", abort, { once: true });
    this.#open.add(cut);
    try {
      const response = await this.#ports.fetch.post({
        url,
        signal: cut.signal,
        compose: () => this.#compose(message, headers),
      });
      await this.#receive(message, response);
    } catch (error) {
      if (requestSignal?.aborted !== true) guarded(this, () => onRequestStreamEnd?.());
      throw this.#translate(error, requestSignal);
    } finally {
      this.#open.delete(cut);
      requestSignal?.removeEventListener("abort", abort);
    }
  }

  /** Cuts all streams; their requests are rejected first. Resolves when the owner was told. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const cut of this.#open) cut.abort();
    this.#ports.fetch.close();
    await new Promise<void>((resolve) => {
      this.#ports.clock.schedule(0, resolve);
    });
    guarded(this, () => this.onclose?.());
  }

  diagnostics(): readonly TransportDiagnostic[] {
    return this.#diagnostics.list();
  }

  stderrTail(): string {
    return "";
  }

  #compose(
    message: JSONRPCMessage,
    parameterHeaders: Readonly<Record<string, string>>,
  ): ComposedRequest {
    const composed = {
      headers: requestHeaders({ message, userHeaders: this.#config.headers, parameterHeaders }),
      body: Buffer.from(JSON.stringify(message), "utf8"),
    };
    const verdict = this.writeGate(message);
    if (verdict.kind === "refuse") throw writeRefused(verdict);
    return composed;
  }

  async #receive(message: JSONRPCMessage, response: FetchResponse): Promise<void> {
    const { maxMessageBytes } = this.#config;
    const request = isRequest(message) ? message : null;
    const plan = judgeResponse(
      response,
      request === null ? "notification" : "request",
      maxMessageBytes,
    );
    switch (plan.kind) {
      case "fail":
        response.cut();
        throw failureOf(plan.failure, mayHaveRunBeside(response.status));
      case "read_refusal":
        return this.#takeRefusal(request, response);
      case "accepted":
        response.release();
        return;
      case "read_json":
      case "read_events": {
        if (request === null) return;
        const read = plan.kind === "read_json" ? readJsonAnswer : readEventAnswer;
        return read({
          clock: this.#ports.clock,
          request,
          response,
          maxMessageBytes,
          diagnostics: this.#diagnostics,
          deliver: (inbound) => deliver(this, inbound),
        });
      }
    }
  }

  async #takeRefusal(request: JSONRPCRequest | null, response: FetchResponse): Promise<void> {
    const body = await readRefusal(response, this.#ports.clock);
    const serverError = serverErrorIn(response, body, request?.id ?? null);
    if (request !== null && serverError !== null && PROTOCOL_ERROR_STATUSES.has(response.status)) {
      deliver(this, { jsonrpc: "2.0", id: request.id, error: serverError });
      return;
    }
    throw refusalError({
      head: response,
      bodyText: textOf(response, body),
      serverError,
      userHeaders: this.#config.headers,
      headerSources: this.#config.headerSources,
      now: this.#ports.clock.now(),
    });
  }

  /** A request that we cut ourselves failed because of that, whatever the connection reported. */
  #translate(error: unknown, requestSignal: AbortSignal | undefined): unknown {
    if (!(error instanceof TransportError) || error.code === "write_refused") return error;
    if (requestSignal?.aborted === true) return failureOf(cancelledFailure(), error.mayHaveRun);
    if (this.#isClosed) return failureOf(closedFailure(), error.mayHaveRun);
    return error;
  }

  #refuseWhenClosed(): void {
    if (this.#isClosed) throw failureOf(closedFailure(), false);
  }

  /** The connection would verify all the same, but whoever set the variable must not believe that it was needed (T23). */
  #refuseUnverifiedTls(url: URL): void {
    const isOff = this.#ports.environment["NODE_TLS_REJECT_UNAUTHORIZED"] === "0";
    if (!isOff || isLoopbackHost(url.hostname)) return;
    throw new TransportError({
      code: "tls_verification_off",
      message: `NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the checks that make ${url.host} trustworthy.`,
      hint: "Unset it. A private authority can be added with NODE_EXTRA_CA_CERTS.",
      mayHaveRun: false,
    });
  }
}

/** A server that sends the request elsewhere with its method kept has not acted on it; any other reply may follow an effect. */
function mayHaveRunBeside(status: number): boolean {
  return status !== 307 && status !== 308;
}
