import type { ServerConfig } from "@perspt/config";
import type { Ceiling } from "@perspt/kernel";
import type { RemoteTool } from "@perspt/mcp-client";
import { admitCatalog, policyDigest } from "@perspt/policy";
import type { ServerCatalog } from "./server-catalog.js";
import type { ServerConnection } from "./server-connection.js";
import type { HostProblem } from "./server-report.js";

export interface ServerListing {
  readonly config: ServerConfig;
  readonly ceiling: Ceiling;
  readonly connection: Pick<ServerConnection, "client" | "endpointIdentity">;
  readonly tools: readonly RemoteTool[];
  readonly epoch: number;
}

/** What the user's policy makes of what a server listed. */
export function admitServer({
  config,
  ceiling,
  connection,
  tools,
  epoch,
}: ServerListing):
  | { readonly kind: "admitted"; readonly catalog: ServerCatalog }
  | { readonly kind: "refused"; readonly problem: HostProblem } {
  const { id, policies, transport } = config;
  const { capabilities } = connection.client.server;
  const admission = admitCatalog({
    server: id,
    transport: transport.kind,
    ceiling,
    policies,
    tools,
    capabilities,
  });
  switch (admission.kind) {
    case "refused": {
      const { code, message, hint } = admission;
      return { kind: "refused", problem: { code, message, hint } };
    }
    case "decided": {
      const { admitted, rejected, unusedPolicies } = admission;
      return {
        kind: "admitted",
        catalog: {
          server: id,
          transport: transport.kind,
          endpointIdentity: connection.endpointIdentity,
          policyDigest: policyDigest(policies),
          epoch,
          capabilities,
          tools,
          admitted,
          rejected,
          unusedPolicies,
        },
      };
    }
  }
}
