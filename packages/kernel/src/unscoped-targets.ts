import type { CapabilityDescription } from "./capability.js";
import type { ProposalBinding } from "./footprint.js";

export type BindingTarget = "path" | "command" | "url";

/**
 * The targets that these bindings feed and the grant holds no scope for, each once: a call of such an operation is always denied, and
 * whoever lists it should say so.
 */
export function unscopedTargets(
  grant: CapabilityDescription,
  provider: string,
  bindings: readonly ProposalBinding[],
): readonly BindingTarget[] {
  const hasPaths = grant.paths.some(
    (scope) => scope.provider === null || scope.provider === provider,
  );
  const isScoped = {
    path: hasPaths,
    command: grant.commands.length > 0,
    url: grant.hosts.length > 0,
  };
  return [...new Set(bindings.map(targetOf))].filter((target) => !isScoped[target]);
}

function targetOf(binding: ProposalBinding): BindingTarget {
  return binding.kind === "multi_value" ? binding.target : binding.kind;
}
