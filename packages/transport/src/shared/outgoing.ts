import type {
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  RequestId,
} from "@modelcontextprotocol/client";
import { isRequestId } from "./inbound-frame.js";

export function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return "method" in message && "id" in message;
}

export function isNotification(message: JSONRPCMessage): message is JSONRPCNotification {
  return "method" in message && !("id" in message);
}

/** The request that a `notifications/cancelled` names; null for every other message. */
export function cancelledId(message: JSONRPCMessage): RequestId | null {
  if (!isNotification(message) || message.method !== "notifications/cancelled") return null;
  const id = message.params?.["requestId"];
  return isRequestId(id) ? id : null;
}
