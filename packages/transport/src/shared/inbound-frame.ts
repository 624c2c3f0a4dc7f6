import type {
  JSONRPCErrorResponse,
  JSONRPCNotification,
  JSONRPCResultResponse,
  RequestId,
} from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import type { ServerError } from "../transport-error.js";

/** What one decoded frame from a server is. */
export type InboundFrame =
  | {
      readonly kind: "response";
      readonly id: RequestId;
      readonly message: JSONRPCResultResponse | JSONRPCErrorResponse;
    }
  | { readonly kind: "notification"; readonly message: JSONRPCNotification }
  /** Never answered: this revision has no requests from server to client. */
  | { readonly kind: "server_request"; readonly method: string }
  /** An error whose request the server could not read (E1). */
  | { readonly kind: "error_without_id"; readonly error: ServerError }
  | { readonly kind: "batch" }
  /** `id` is set where the frame was meant for that request all the same; `reason` completes "got …". */
  | { readonly kind: "invalid"; readonly id: RequestId | null; readonly reason: string };

/** Sorts a frame. Pure, total, and strict: what is not exactly a JSON-RPC 2.0 message is `invalid`. */
export function classifyFrame(frame: JsonValue): InboundFrame {
  if (Array.isArray(frame)) return { kind: "batch" };
  if (!isJsonObject(frame)) return invalid(null, "a bare value");
  const id = requestIdOf(frame);
  if (member(frame, "jsonrpc") !== "2.0") return invalid(id, 'one without "jsonrpc": "2.0"');
  return Object.hasOwn(frame, "method") ? classifyCall(frame) : classifyResponse(frame, id);
}

function classifyCall(frame: JsonObject): InboundFrame {
  const method = member(frame, "method");
  if (typeof method !== "string") return invalid(null, 'a "method" that is no string');
  if (Object.hasOwn(frame, "id")) return { kind: "server_request", method };
  if (!isNotification(frame)) return invalid(null, "a malformed notification");
  return { kind: "notification", message: frame };
}

function classifyResponse(frame: JsonObject, id: RequestId | null): InboundFrame {
  const hasError = Object.hasOwn(frame, "error");
  if (hasError === Object.hasOwn(frame, "result")) {
    return invalid(id, 'neither or both of "result" and "error"');
  }
  if (id === null) {
    const error = member(frame, "error");
    const unnamed = member(frame, "id") === undefined || member(frame, "id") === null;
    if (unnamed && isServerError(error)) return { kind: "error_without_id", error };
    return invalid(null, 'an "id" that is no string and no integer');
  }
  if (isResult(frame) || isError(frame)) return { kind: "response", id, message: frame };
  return invalid(
    id,
    hasError ? 'an "error" that is no error object' : 'a "result" that is no object',
  );
}

/** True for an object with an integer `code` and a string `message`. */
export function isServerError(value: unknown): value is ServerError {
  return (
    isJsonObject(value) &&
    Number.isSafeInteger(member(value, "code")) &&
    typeof member(value, "message") === "string"
  );
}

function isNotification(frame: unknown): frame is JSONRPCNotification {
  if (!isJsonObject(frame)) return false;
  const params = member(frame, "params");
  return (
    (params === undefined || isJsonObject(params)) &&
    !Object.hasOwn(frame, "result") &&
    !Object.hasOwn(frame, "error")
  );
}

function isResult(frame: unknown): frame is JSONRPCResultResponse {
  return isJsonObject(frame) && isJsonObject(member(frame, "result"));
}

function isError(frame: unknown): frame is JSONRPCErrorResponse {
  return isJsonObject(frame) && isServerError(member(frame, "error"));
}

function requestIdOf(frame: JsonObject): RequestId | null {
  const id = member(frame, "id");
  return isRequestId(id) ? id : null;
}

/** True for what may name a request: a string or an integer that JavaScript holds exactly (V1). */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === "string" || Number.isSafeInteger(value);
}

function member(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function invalid(id: RequestId | null, reason: string): InboundFrame {
  return { kind: "invalid", id, reason };
}
