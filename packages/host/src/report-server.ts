import type { ServerConfig } from "@perspt/config";
import { type Mode, policyDigest } from "@perspt/policy";
import type { ServerReport } from "./server-report.js";
import type { ServerState } from "./server-state.js";

/** What `mcp inspect` and `/mcp` show of a server in this state. */
export function reportServer(config: ServerConfig, mode: Mode, state: ServerState): ServerReport {
  const { id, transport } = config;
  const nothing: ServerReport = {
    id,
    transport: transport.kind,
    state: "not_enabled",
    protocolVersion: null,
    supportedVersions: [],
    serverInfo: null,
    capabilities: {},
    endpointIdentity: null,
    policyDigest: policyDigest(config.policies),
    tools: [],
    admitted: [],
    rejected: [],
    unusedPolicies: [],
    diagnostics: [],
    stderrTail: "",
    error: null,
  };
  switch (state.kind) {
    case "not_enabled":
      return {
        ...nothing,
        error: {
          code: "not_enabled",
          message: `The server is not enabled for ${mode}.`,
          hint: `Add "${mode}" to modes in its table.`,
        },
      };
    case "not_connected":
      return {
        ...nothing,
        state: "failed",
        error: {
          code: "not_connected",
          message: "The server has not been connected to.",
          hint: null,
        },
      };
    case "failed": {
      const { problem, stderrTail, endpointIdentity, discovered, diagnostics } = state;
      return {
        ...nothing,
        ...discovered,
        state: "failed",
        error: problem,
        diagnostics,
        stderrTail,
        endpointIdentity,
      };
    }
    case "ready": {
      const { connection, catalog } = state;
      const { client } = connection;
      const { endpointIdentity, tools, admitted, rejected, unusedPolicies } = catalog;
      return {
        ...nothing,
        ...client.server,
        state: "ready",
        endpointIdentity,
        tools,
        admitted,
        rejected,
        unusedPolicies,
        diagnostics: client.diagnostics(),
        stderrTail: connection.stderrTail(),
      };
    }
  }
}
