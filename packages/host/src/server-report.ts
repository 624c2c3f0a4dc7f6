import type { JsonObject } from "@perspt/json";
import type { McpDiagnostic } from "@perspt/mcp-client";
import type { AdmittedOperation, ListedTool, RejectedTool } from "@perspt/policy";
import type { HostProblemCode } from "./problem-code.js";

/** A failure with a stable code, a sentence and what to do. */
export interface HostProblem {
  readonly code: HostProblemCode;
  readonly message: string;
  readonly hint: string | null;
}

/**
 * Everything that is known of one server without asking it again: what `mcp inspect --json` prints and `/mcp` shows. `failed` keeps
 * the report complete: the error, the diagnostics and the stderr tail, and what the server said of itself where it answered
 * `server/discover` before it failed. `not_enabled` is a server without this mode.
 */
export interface ServerReport {
  readonly id: string;
  readonly transport: "stdio" | "streamable_http";
  readonly state: "ready" | "failed" | "not_enabled";
  /** Null for a server that did not answer `server/discover` as one of 2026-07-28. */
  readonly protocolVersion: string | null;
  /** Every version that the server named, ours among them; untrusted. */
  readonly supportedVersions: readonly string[];
  readonly serverInfo: { readonly name: string; readonly version: string } | null;
  readonly capabilities: JsonObject;
  readonly endpointIdentity: string | null;
  readonly policyDigest: string;
  /** What the server listed, as it came; empty until it is ready. Untrusted. */
  readonly tools: readonly ListedTool[];
  readonly admitted: readonly AdmittedOperation[];
  readonly rejected: readonly RejectedTool[];
  readonly unusedPolicies: readonly string[];
  readonly diagnostics: readonly McpDiagnostic[];
  readonly stderrTail: string;
  readonly error: HostProblem | null;
}
