import type { Digest, JsonObject } from "@perspt/json";
import type { EffectKind, Footprint } from "@perspt/kernel";
import type { CatalogRequest, ListedTool } from "./admission.js";
import type { RejectionCode } from "./rejection-code.js";
import type { ToolPolicy } from "./tool-policy.js";

/** One listed tool, before anything is known of it. */
export interface ListedContext {
  readonly request: CatalogRequest;
  readonly tool: ListedTool;
  /** How often the listing holds this name. */
  readonly timesListed: number;
}

/** A tool whose policy says what it does and touches, and whose definition can be read. */
export interface DeclaredContext extends ListedContext, ReadableDefinition {
  readonly policy: DeclaredPolicy;
}

export interface ReadableDefinition {
  /** Passed the lint. */
  readonly inputSchema: JsonObject;
  readonly digest: Digest;
}

export interface DeclaredPolicy extends ToolPolicy {
  readonly effect: EffectKind;
  readonly footprint: Footprint;
}

/** Why a rule does not let a tool through, and the TOML that would. */
export interface Rejection {
  readonly code: RejectionCode;
  readonly reason: string;
  readonly hint: string;
}
