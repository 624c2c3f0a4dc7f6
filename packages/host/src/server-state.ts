import type { Digest } from "@perspt/json";
import type { ServerCatalog } from "./server-catalog.js";
import type { ServerConnection } from "./server-connection.js";
import type { HostProblem } from "./server-report.js";

/** How things stand with one configured server. */
export type ServerState =
  | { readonly kind: "not_enabled" }
  | { readonly kind: "not_connected" }
  | {
      readonly kind: "failed";
      readonly problem: HostProblem;
      readonly stderrTail: string;
      readonly endpointIdentity: Digest | null;
    }
  /** The catalog is the newest that was decided on; while a change of it is looked at, none of its operations is bound. */
  | {
      readonly kind: "ready";
      readonly connection: ServerConnection;
      readonly catalog: ServerCatalog;
    };
