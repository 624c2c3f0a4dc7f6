import type { CapabilityWish } from "./capability.js";
import type { ArgumentsContext } from "./check.js";
import { CHECKS } from "./checks.js";
import type { EffectProposal } from "./proposal.js";
import { resolveBindings } from "./resolve-bindings.js";

/**
 * Whether the person's word for the rest of the session covers this call: every check of the table lets it through under the narrowed
 * capability as well. The budget is the grant's alone to count, and a critical call is asked for each time.
 */
export function hasStandingApproval({ snapshot, proposal, call }: ArgumentsContext): boolean {
  const { approval } = snapshot;
  if (approval.kind !== "standing" || proposal.risk === "critical") return false;
  const narrowed: ArgumentsContext = {
    snapshot: { ...snapshot, grant: approval.capability },
    proposal,
    call,
  };
  return CHECKS.every(
    (check) => check.code === "call_budget" || check.run(narrowed).result === "pass",
  );
}

/**
 * What a person approves who says "for this session": this effect, up to this risk, of exactly this definition behind this endpoint and
 * policy, with the commands and hosts of the approved call; paths as the grant has them. It can issue no call by itself. A listing has
 * nothing to approve: its wish covers no command and no host.
 */
export function standingApprovalFor(proposal: EffectProposal, root: string | null): CapabilityWish {
  const { binding, bindings, provider, risk } = proposal;
  const { commands, urls } = resolveBindings(bindings, proposal.arguments?.value ?? {}, root);
  return {
    effects: [proposal.effect],
    ...(risk === "critical" ? {} : { riskCeiling: risk }),
    criticalEffects: [],
    commands: commands.flatMap(({ reading }) => (reading.kind === "argv" ? [reading.words] : [])),
    hosts: urls.flatMap(({ reading }) => (reading.kind === "target" ? [reading.endpoint] : [])),
    providers: [
      {
        provider,
        endpointIdentity: binding.endpointIdentity,
        policyDigest: binding.policyDigest,
        toolDigests: [binding.toolDigest],
      },
    ],
    callBudget: 0,
  };
}
