import type { McpServerEvent } from "@perspt/mcp-client";
import type { CatalogChange } from "./catalog-change.js";
import type { HostProblem } from "./server-report.js";

/** Something that happened to a server while a host lives. What a server says in it is untrusted. */
export type HostEvent =
  /** What the server told, as the client passed it on. */
  | { readonly kind: "server_event"; readonly server: string; readonly event: McpServerEvent }
  /** Every operation of the server is unbound until its new list has been decided on. */
  | { readonly kind: "catalog_stale"; readonly server: string }
  /** The server's operations are bound, under this epoch. */
  | {
      readonly kind: "catalog_bound";
      readonly server: string;
      readonly epoch: number;
      readonly change: CatalogChange;
    }
  /** The connection is over; `restartInMs` is null when the server is left alone from now on. */
  | {
      readonly kind: "server_lost";
      readonly server: string;
      readonly problem: HostProblem;
      readonly restartInMs: number | null;
    };

/** Told of events as they happen, in order for each server. It must not throw, and should return at once. */
export type HostObserver = (event: HostEvent) => void;
