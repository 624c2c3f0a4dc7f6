import type { Digest, JsonObject } from "@perspt/json";
import type { Ceiling, EffectKind, Footprint, ProposalBinding, RiskClass } from "@perspt/kernel";
import type { RejectionCode } from "./rejection-code.js";
import type { ToolPolicies } from "./tool-policy.js";

/** An operation that may be offered and called, with the user's classification of it. */
export interface AdmittedOperation {
  /** `mcp.<id>.<remote name>`. */
  readonly operation: string;
  readonly remoteName: string;
  /** Provider-safe name shown to models: `mcp__docs__search`. */
  readonly alias: string;
  /** `tool` for a remote tool, `client` for one of the six operations with local definitions. */
  readonly source: "tool" | "client";
  readonly effect: EffectKind;
  readonly risk: RiskClass;
  readonly footprint: Footprint;
  readonly bindings: readonly ProposalBinding[];
  /** Digest of the definition: `toolDigest` of the listed tool, or of the local definition. */
  readonly digest: Digest;
  /** What admitted it: `policy` or `client_operation`. */
  readonly rule: AdmissionRule;
}

export type AdmissionRule = "policy" | "client_operation";

/** A listed tool that is not offered. `remoteName` is the server's text as it came: untrusted. */
export interface RejectedTool {
  readonly remoteName: string;
  readonly code: RejectionCode;
  /** A sentence for a person; the server's words in it are quoted, escaped and bounded. */
  readonly reason: string;
  /** TOML that would change the verdict, or a TOML comment where no configuration can. It loads when pasted under the server. */
  readonly hint: string;
}

/** The one decision on a listed tool. */
export type Admission =
  | { readonly kind: "admitted"; readonly operation: AdmittedOperation }
  | { readonly kind: "rejected"; readonly tool: RejectedTool };

/** A tool as the server lists it. */
export interface ListedTool {
  readonly name: string;
  /** The whole listed object, unknown members included. */
  readonly definition: JsonObject;
}

export interface CatalogRequest {
  /** The server's id in the configuration. */
  readonly server: string;
  readonly transport: "stdio" | "streamable_http";
  /** `CHAT_CEILING`, or `agentCeiling(…)`. */
  readonly ceiling: Ceiling;
  readonly policies: ToolPolicies;
  readonly tools: readonly ListedTool[];
  /** What the server advertised; decides which client operations exist. */
  readonly capabilities: JsonObject;
}

export type CatalogRefusalCode = "catalog_too_large";

export type CatalogAdmission =
  | {
      readonly kind: "decided";
      /** One per listed tool, in the server's order. */
      readonly decisions: readonly Admission[];
      /** Admitted tools in the server's order, then the client operations. */
      readonly admitted: readonly AdmittedOperation[];
      readonly rejected: readonly RejectedTool[];
      /** Names of policy tables whose tool the server does not list, in the policy's order. */
      readonly unusedPolicies: readonly string[];
    }
  /** The whole list breaks a bound: nothing of it is admitted. */
  | {
      readonly kind: "refused";
      readonly code: CatalogRefusalCode;
      readonly message: string;
      readonly hint: string;
    };
