import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { McpTransport } from "../mcp-transport.js";

/** Hands a message to the transport's owner. */
export function deliver(transport: McpTransport, message: JSONRPCMessage): void {
  guarded(transport, () => transport.onmessage?.(message));
}

/** Calls into the transport's owner: what the owner throws goes to `onerror`, and never breaks the link. */
export function guarded(transport: McpTransport, call: () => void): void {
  try {
    call();
  } catch (error) {
    transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
  }
}
