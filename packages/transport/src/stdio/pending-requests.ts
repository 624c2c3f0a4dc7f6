import type { JSONRPCNotification, JSONRPCRequest, RequestId } from "@modelcontextprotocol/client";
import type { RequestTotal } from "../shared/request-total.js";
import type { TransportError } from "../transport-error.js";
import { comesAlong } from "./comes-along.js";

/** How many settled ids are remembered, to tell a late or second response from a stranger's. */
export const REMEMBERED_IDS = 1024;

export interface PendingRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly message: JSONRPCRequest;
  /** True from the moment its first byte was handed to the pipe. */
  isWritten: boolean;
  /** What has come along with it: as much is free here as over HTTP (T27). */
  readonly total: RequestTotal;
  readonly resolve: () => void;
  readonly reject: (error: TransportError) => void;
}

/** Why a response has no request to go to. */
export type StrayResponse = "foreign_response" | "duplicate_response";

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

  /** Whether a request in flight asked for the notification, and has room for it. */
  covers(notification: JSONRPCNotification, bytes: number): boolean {
    for (const { message, isWritten, total } of this.#pending.values()) {
      if (!isWritten || !comesAlong(notification, message)) continue;
      if (total.admitsBytes(bytes) && total.admitsMessage()) return true;
    }
    return false;
  }

  /** Whether it is a cancelled request whose answer was still to come; it has come then, and the next is its duplicate. */
  takeLate(id: RequestId): boolean {
    if (this.#settled.get(id) !== "cancelled") return false;
    this.#settled.set(id, "answered");
    return true;
  }

  /** What a response is whose id is not in flight, and which is not late. */
  explainStray(id: RequestId): StrayResponse {
    return this.#settled.has(id) ? "duplicate_response" : "foreign_response";
  }
}
