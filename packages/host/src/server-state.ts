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

/** The state of a server whose connection ended. */
export function failedState(connection: ServerConnection, problem: HostProblem): ServerState {
  return {
    kind: "failed",
    problem,
    stderrTail: connection.stderrTail(),
    endpointIdentity: connection.endpointIdentity,
    discovered: connection.client.server,
    diagnostics: connection.client.diagnostics(),
  };
}

/** Says in the problem what becomes of the server. */
export function withPlan(state: ServerState, restartInMs: number | null): ServerState {
  if (state.kind !== "failed") return state;
  const { code, message, hint } = state.problem;
  const plan =
    restartInMs === null
      ? "It is left alone now."
      : `It is started again in ${Math.ceil(restartInMs / 1000)} s.`;
  return { ...state, problem: { code, message: `${message} ${plan}`, hint } };
}
