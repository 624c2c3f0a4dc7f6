import type { JSONRPCRequest, RequestId } from "@modelcontextprotocol/client";
import type { TransportError } from "../transport-error.js";

/** How many settled ids are remembered, to tell a late or second response from a stranger's. */
export const REMEMBERED_IDS = 1024;

export interface PendingRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly message: JSONRPCRequest;
  /** True from the moment its first byte was handed to the pipe. */
  isWritten: boolean;
  readonly resolve: () => void;
  readonly reject: (error: TransportError) => void;
}

/** Why a response has no request to go to. */
export type StrayResponse = "foreign_response" | "duplicate_response" | "late_response";

/** The requests in flight on one pipe, by their exact id: `5` is not `"5"` (T16). */
export class PendingRequests {
  readonly #pending = new Map<RequestId, PendingRequest>();
  readonly #settled = new Map<RequestId, "answered" | "cancelled">();

  add(request: PendingRequest): void {
    this.#settled.delete(request.id);
    this.#pending.set(request.id, request);
  }

  get(id: RequestId): PendingRequest | undefined {
    return this.#pending.get(id);
  }

  /** Takes a request out, and remembers how it ended. */
  settle(request: PendingRequest, how: "answered" | "cancelled"): void {
    this.#pending.delete(request.id);
    this.#settled.set(request.id, how);
    if (this.#settled.size <= REMEMBERED_IDS) return;
    for (const oldest of this.#settled.keys()) {
      this.#settled.delete(oldest);
      return;
    }
  }

  /** Takes all requests out, oldest first. */
  drain(): readonly PendingRequest[] {
    const requests = [...this.#pending.values()];
    this.#pending.clear();
    return requests;
  }

  /** What a response is whose id is not in flight. */
  explainStray(id: RequestId): StrayResponse {
    switch (this.#settled.get(id)) {
      case "answered":
        return "duplicate_response";
      case "cancelled":
        return "late_response";
      case undefined:
        return "foreign_response";
    }
  }
}
