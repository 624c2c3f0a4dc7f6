import type { ProviderIdentity } from "./capability.js";
import type { BindingContext, Verdict } from "./check.js";
import { fail, pass } from "./check.js";
import { quote } from "./quote.js";

/** The catalog is the one that the proposal was made from (T43). */
export function checkStaleBinding({ snapshot, proposal }: BindingContext): Verdict {
  const { binding } = snapshot;
  const inputs = {
    proposedEpoch: String(proposal.binding.epoch),
    currentEpoch: binding === null ? "unbound" : String(binding.epoch),
  };
  if (binding === null) {
    return fail(
      `The operation ${quote(proposal.operation)} is bound no longer: its server withdrew it, or it was not admitted again.`,
      "The server lists the tool again and the policy admits it.",
      inputs,
    );
  }
  if (binding.epoch !== proposal.binding.epoch) {
    return fail(
      `The proposal was made under epoch ${proposal.binding.epoch} of the catalog, and now it is epoch ${binding.epoch}.`,
      "The call is proposed again from the current catalog.",
      inputs,
    );
  }
  return pass("The operation is bound, and the catalog is the one that the proposal saw.", inputs);
}

/** The server is the one that the proposal and the grant know: same endpoint, same policy (T05, T53). */
export function checkIdentity({ snapshot, proposal }: BindingContext): Verdict {
  const proposed = proposal.binding;
  const inputs = {
    proposedEndpointIdentity: proposed.endpointIdentity,
    currentEndpointIdentity: snapshot.binding?.endpointIdentity ?? "unbound",
    proposedPolicyDigest: proposed.policyDigest,
    currentPolicyDigest: snapshot.binding?.policyDigest ?? "unbound",
  };
  const server = quote(proposal.provider);
  if (
    inputs.currentEndpointIdentity !== proposed.endpointIdentity ||
    inputs.currentPolicyDigest !== proposed.policyDigest
  ) {
    return fail(
      `The server ${server} or its policy is not the one that the proposal was made for.`,
      "The call is proposed again for the server and policy as they are configured now.",
      inputs,
    );
  }
  const granted = grantedIdentity(snapshot.grant.providers, proposal.provider);
  if (granted === "any") {
    return pass(
      `The server ${server} and its policy are the ones proposed; the grant is tied to no identity.`,
      inputs,
    );
  }
  if (
    granted?.endpointIdentity !== proposed.endpointIdentity ||
    granted.policyDigest !== proposed.policyDigest
  ) {
    return fail(
      granted === null
        ? `The grant was not made for the server ${server} as it is configured now.`
        : `The grant was made for another endpoint or policy of the server ${server}.`,
      "A new session, whose grant is made from the configuration as it is now.",
      { ...inputs, grantedEndpointIdentity: granted?.endpointIdentity ?? "none" },
    );
  }
  return pass(`The server ${server} and its policy are the ones proposed and granted.`, inputs);
}

/** The tool is the one that was admitted: not one byte of its definition differs (T42). */
export function checkDefinition({ snapshot, proposal }: BindingContext): Verdict {
  const { toolDigest } = proposal.binding;
  const inputs = {
    proposedToolDigest: toolDigest,
    currentToolDigest: snapshot.binding?.toolDigest ?? "unbound",
  };
  if (inputs.currentToolDigest !== toolDigest) {
    return fail(
      "The tool's definition is not the one that the proposal was made for.",
      "The call is proposed again, after a look at what the server changed in the tool.",
      inputs,
    );
  }
  const granted = grantedIdentity(snapshot.grant.providers, proposal.provider);
  const digests = granted === "any" || granted === null ? null : granted.toolDigests;
  if (digests !== null && !digests.includes(toolDigest)) {
    return fail(
      "The tool's definition is not among those that the grant was made for.",
      "A new session, whose grant is made for the definitions as they are now.",
      inputs,
    );
  }
  return pass("The tool's definition is the one that was proposed.", inputs);
}

function grantedIdentity(
  providers: readonly ProviderIdentity[] | null,
  provider: string,
): ProviderIdentity | "any" | null {
  if (providers === null) return "any";
  return providers.find((identity) => identity.provider === provider) ?? null;
}
