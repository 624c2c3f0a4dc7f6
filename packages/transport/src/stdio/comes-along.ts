import type { JSONRPCNotification, JSONRPCRequest } from "@modelcontextprotocol/client";

const LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel";

/** Whether the request asked for the notification: for progress under its token, or for logs, which over stdio name no request (L3, P1). */
export function comesAlong(notification: JSONRPCNotification, request: JSONRPCRequest): boolean {
  const meta = request.params?._meta;
  switch (notification.method) {
    case "notifications/progress": {
      const token = meta?.progressToken;
      return token !== undefined && notification.params?.["progressToken"] === token;
    }
    case "notifications/message":
      return meta?.[LOG_LEVEL_KEY] !== undefined;
    default:
      return false;
  }
}
