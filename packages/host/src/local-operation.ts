import type { Digest, JsonObject } from "@perspt/json";
import type { EffectKind, Footprint, ProposalBinding, RiskClass } from "@perspt/kernel";
import type { CallOutcome } from "@perspt/mcp-client";

/** What an operation is: its name, its words for the model, and the schema that its arguments must meet. */
export interface OperationDefinition {
  /** Namespaced name, such as `mcp.docs.search` or `local.write`. */
  readonly operation: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** Digest of everything above; for a remote tool, of the listed definition. */
  readonly digest: Digest;
}

/** What the user's side says of it: the facts that the kernel decides on. */
export interface OperationPolicy {
  readonly effect: EffectKind;
  readonly risk: RiskClass;
  readonly footprint: Footprint;
  readonly bindings: readonly ProposalBinding[];
}

/** What an operation is given beside its arguments. It ends its work when `signal` is aborted. */
export interface ExecutionContext {
  /** Names this call in the guard and the journal. */
  readonly call: string;
  readonly signal: AbortSignal;
}

/**
 * An operation that runs in this process: a coding tool, or a test's. It takes the same road as a remote tool. `execute` runs after
 * the intent is durable and the permit is spent; whatever it throws becomes `failed` with `mayHaveRun: true`.
 */
export interface LocalOperation {
  readonly definition: OperationDefinition;
  readonly policy: OperationPolicy;
  execute(argumentsValue: JsonObject, context: ExecutionContext): Promise<CallOutcome>;
}
