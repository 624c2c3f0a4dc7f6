import { digest } from "@perspt/json";
import { aliasOf } from "@perspt/policy";
import { LOCAL_PROVIDER } from "./bound-operation.js";
import type { LocalOperation } from "./local-operation.js";
import type { CatalogEntry } from "./operation-catalog.js";

/** The identities of what runs in this process: there is no endpoint, and the policy stands with the operation. */
const LOCAL_ENDPOINT = digest({ transport: "in_process" });

/**
 * The model-facing name of what runs in this process: short, as models know such tools. A remote tool's alias always begins with `mcp__`, so
 * none can be taken for it.
 */
function localAlias(operation: string): string {
  const name = operation.replace(/^local\./, "");
  const isPlain = /^(?!mcp__)[A-Za-z0-9_-]{1,64}$/.test(name);
  return isPlain ? name : aliasOf(LOCAL_PROVIDER, name);
}

/** In-process operations as entries of the one catalog. */
export function localEntries(
  operations: readonly LocalOperation[],
  root: string | null,
): readonly CatalogEntry[] {
  return operations.map((operation) => {
    const { definition, policy } = operation;
    return {
      argumentProblem: () => null,
      listing: {
        operation: definition.operation,
        remoteName: definition.operation,
        alias: localAlias(definition.operation),
        source: "client",
        effect: policy.effect,
        risk: policy.risk,
        footprint: policy.footprint,
        bindings: policy.bindings,
        digest: definition.digest,
        rule: "policy",
      },
      bound: {
        definition,
        policy,
        provider: LOCAL_PROVIDER,
        binding: {
          epoch: 1,
          endpointIdentity: LOCAL_ENDPOINT,
          policyDigest: LOCAL_ENDPOINT,
          toolDigest: definition.digest,
        },
        root,
        execution: {
          kind: "in_process",
          run: (argumentsValue, context) => operation.execute(argumentsValue, context),
        },
      },
    };
  });
}
