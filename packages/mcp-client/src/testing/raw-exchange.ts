import { isJsonObject, type JsonObject } from "@perspt/json";
import { createTransport, type TransportConfig, TransportError } from "@perspt/transport";
import { pause, systemClock } from "../client-clock.js";
import { PROTOCOL_VERSION } from "../mcp-client.js";

/** One request beside the client, for what the client neither sends nor shows. */
export interface RawRequest {
  readonly method: string;
  readonly params?: JsonObject;
  /** The protocol version that its envelope claims; 2026-07-28 unless given. */
  readonly version?: string;
}

export type RawReply =
  | { readonly kind: "result"; readonly result: JsonObject }
  | { readonly kind: "error"; readonly code: number; readonly data: unknown }
  /** No answer, with the reason as a sentence. */
  | { readonly kind: "none"; readonly reason: string };

/** Sends one request on a link of its own. Never rejects; the link is closed when it resolves. */
export async function rawExchange(
  config: TransportConfig,
  request: RawRequest,
  timeoutMs: number,
): Promise<RawReply> {
  const { method, params = {}, version = PROTOCOL_VERSION } = request;
  const transport = createTransport(config);
  const timer = new AbortController();
  const reply = new Promise<RawReply>((resolve) => {
    transport.onmessage = (message: unknown) => {
      const answer = readReply(message);
      if (answer !== null) resolve(answer);
    };
  });
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const exchange = async (): Promise<RawReply> => {
    await transport.start();
    await transport.send({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: { ...params, _meta: envelope },
    });
    return reply;
  };
  const outOfTime = pause(systemClock, timeoutMs, timer.signal).then(() =>
    none(`no answer within ${timeoutMs} ms`),
  );
  try {
    return await Promise.race([exchange().catch(failed), outOfTime]);
  } finally {
    timer.abort();
    await transport.close();
  }
}

function readReply(message: unknown): RawReply | null {
  if (!isJsonObject(message) || message["id"] !== 1) return null;
  const { result, error } = message;
  if (isJsonObject(result)) return { kind: "result", result };
  if (isJsonObject(error) && typeof error["code"] === "number") {
    return { kind: "error", code: error["code"], data: error["data"] };
  }
  return none("an answer with neither a result nor an error");
}

function failed(error: unknown): RawReply {
  if (error instanceof TransportError && error.serverError !== undefined) {
    return { kind: "error", code: error.serverError.code, data: error.serverError.data };
  }
  return none(error instanceof Error ? error.message : String(error));
}

function none(reason: string): RawReply {
  return { kind: "none", reason };
}
