import type { Digest, JsonObject } from "@perspt/json";
import type { OperationBinding } from "@perspt/kernel";
import type { CallOutcome } from "@perspt/mcp-client";
import type { ExecutionContext, OperationDefinition, OperationPolicy } from "./local-operation.js";

/** The provider of operations that run in this process. */
export const LOCAL_PROVIDER = "local";

/**
 * An operation at one moment: what a proposal is made of. `governedCall` treats local and remote ones alike; only `execution` differs.
 */
export interface BoundOperation {
  readonly definition: OperationDefinition;
  readonly policy: OperationPolicy;
  /** The server's id, or `local`. */
  readonly provider: string;
  readonly binding: OperationBinding;
  /** Absolute directory that relative path arguments start from; null where the operation has none. */
  readonly root: string | null;
  readonly execution: Execution;
}

/** Whether two bindings stand for the same definition behind the same endpoint and policy, whatever their epochs. */
export function isSameDefinition(one: OperationBinding, other: OperationBinding): boolean {
  return (
    one.endpointIdentity === other.endpointIdentity &&
    one.policyDigest === other.policyDigest &&
    one.toolDigest === other.toolDigest
  );
}

/** Who spends the permit: the guard inside the client's transport, or the host itself right before it runs a local function. */
export type Execution =
  | {
      readonly kind: "guarded";
      /** Digest of the arguments as they will stand in the outgoing message. */
      sentDigest(argumentsValue: JsonObject): Digest;
      /** The tool, prompt or resource that the outgoing message must name. */
      sentTarget(argumentsValue: JsonObject): string;
      run(argumentsValue: JsonObject, context: ExecutionContext): Promise<CallOutcome>;
      /** Asks for the result of a task that an earlier call became; null where calls become none. */
      readonly resume: ((taskId: string, context: ExecutionContext) => Promise<CallOutcome>) | null;
    }
  | {
      readonly kind: "in_process";
      run(argumentsValue: JsonObject, context: ExecutionContext): Promise<CallOutcome>;
    };
