import type { RequestId } from "@modelcontextprotocol/client";
import { ByteBuffer } from "../shared/byte-buffer.js";
import type { TransportClock } from "../shared/clock.js";
import { decodeFrame } from "../shared/decode-frame.js";
import { classifyFrame } from "../shared/inbound-frame.js";
import type { ServerError } from "../transport-error.js";
import type { FetchResponse } from "./fetch-port.js";
import { mediaType, type ResponseHead } from "./judge-response.js";

/** How much of a refusal's body is read, in bytes, and how long it is waited for, in milliseconds. */
export const REFUSAL_BYTES = 64 * 1024;
export const REFUSAL_GRACE = 1_000;

/** The body of a response that is no success, as far as it came in bounds. Never rejects. */
export function readRefusal(response: FetchResponse, clock: TransportClock): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const body = new ByteBuffer();
    const finish = () => {
      cancelGrace();
      resolve(body.take());
    };
    const stop = () => {
      response.cut();
      finish();
    };
    const cancelGrace = clock.schedule(REFUSAL_GRACE, stop);
    response.read({
      bytes(chunk) {
        body.append(chunk.subarray(0, REFUSAL_BYTES - body.length));
        if (body.length === REFUSAL_BYTES) stop();
      },
      end: finish,
      fail: finish,
    });
  });
}

/**
 * The JSON-RPC error in a refusal's body, where it is one that answers this request: by its id, or by naming none (E1). Null
 * otherwise.
 */
export function serverErrorIn(
  head: ResponseHead,
  body: Uint8Array,
  id: RequestId | null,
): ServerError | null {
  if (mediaType(head) !== "application/json" || head.headers.has("content-encoding")) return null;
  const decoded = decodeFrame(body);
  if (decoded.kind === "unreadable") return null;
  const frame = classifyFrame(decoded.value);
  if (frame.kind === "error_without_id") return frame.error;
  if (frame.kind !== "response" || frame.id !== id || !("error" in frame.message)) return null;
  return frame.message.error;
}

/** A refusal's body as text, for a person; empty where it is compressed. */
export function textOf(head: ResponseHead, body: Uint8Array): string {
  return head.headers.has("content-encoding") ? "" : new TextDecoder().decode(body);
}
