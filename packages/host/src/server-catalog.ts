import type { Digest, JsonObject } from "@perspt/json";
import type { RemoteTool } from "@perspt/mcp-client";
import type { AdmittedOperation, RejectedTool } from "@perspt/policy";

/** What one server listed at one epoch, and what the user's policy made of it. */
export interface ServerCatalog {
  readonly server: string;
  readonly transport: "stdio" | "streamable_http";
  readonly endpointIdentity: Digest;
  readonly policyDigest: Digest;
  /** Counts this server's catalogs in this session, from 1. */
  readonly epoch: number;
  readonly capabilities: JsonObject;
  readonly tools: readonly RemoteTool[];
  readonly admitted: readonly AdmittedOperation[];
  readonly rejected: readonly RejectedTool[];
  readonly unusedPolicies: readonly string[];
}
