import type { Digest } from "@perspt/json";
import type { DiscoveredServer, McpDiagnostic } from "@perspt/mcp-client";
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
      /** What the server said of itself before it failed; null where it never came to that. */
      readonly discovered: DiscoveredServer | null;
      readonly diagnostics: readonly McpDiagnostic[];
    }
  /** The catalog is the newest that was decided on; while a change of it is looked at, none of its operations is bound. */
  | {
      readonly kind: "ready";
      readonly connection: ServerConnection;
      readonly catalog: ServerCatalog;
    };
