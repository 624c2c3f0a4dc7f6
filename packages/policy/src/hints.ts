import type { Ceiling } from "@perspt/kernel";
import { isReadOnlyEffect } from "@perspt/kernel";
import type { DeclaredPolicy } from "./rejection.js";
import { policyTable, tomlComment, tomlString } from "./toml.js";
import type { ToolPolicy } from "./tool-policy.js";

/** A comment: no configuration of ours can change the verdict. */
export function nothingToConfigure(...sentences: readonly string[]): string {
  return tomlComment(...sentences);
}

/** A whole policy table for a tool, to be pasted under its server in place of the one that stands there. */
export function tableHint(
  server: string,
  remoteName: string,
  policy: ToolPolicy,
  ...sentences: readonly string[]
): string {
  return [
    tomlComment(
      `Under [[external_tools]] id = ${tomlString(server)}, as this tool's only table.`,
      ...sentences,
    ),
    policyTable(remoteName, policy),
  ].join("\n");
}

/** The reading of an undeclared tool that trusts it least and is still admitted. */
export function cautiousPolicy(ceiling: Ceiling): DeclaredPolicy {
  const agent = ceiling.effects.includes("run_shell");
  return {
    effect: agent ? "run_shell" : "data_read",
    risk: agent ? "high" : "medium",
    footprint: { selectors: agent ? [{ kind: "opaque_workspace" }] : [] },
    proposalBindings: [],
    pin: null,
  };
}

/** What a completed policy says by what was filled in, in words. */
export function completionSentence(policy: ToolPolicy, ceiling: Ceiling): string {
  const { footprint, effect } = completedPolicy(policy, ceiling);
  if (policy.effect === null && policy.footprint === null) return cautionSentence(ceiling);
  if (policy.footprint === null && footprint !== null && footprint.selectors.length === 0) {
    return `Name what the tool touches; as it stands here, you say that a ${effect} call touches nothing, and none waits for another.`;
  }
  return "Name what the tool really does and touches; what was missing is filled in as cautiously as the rest allows.";
}

/** What `cautiousPolicy` means, in words. */
export function cautionSentence(ceiling: Ceiling): string {
  return ceiling.effects.includes("run_shell")
    ? "Name the effect that the tool really has; as it stands here, every call is asked for and runs alone."
    : "Only if the tool changes nothing, here or elsewhere; chat admits no other.";
}

/** The policy with what it omits filled in as cautiously as its own words allow. */
export function completedPolicy(policy: ToolPolicy, ceiling: Ceiling): DeclaredPolicy {
  const cautious = cautiousPolicy(ceiling);
  const effect = policy.effect ?? cautious.effect;
  const footprint = policy.footprint ?? {
    selectors: isReadOnlyEffect(effect) ? [] : [{ kind: "opaque_workspace" as const }],
  };
  return { ...policy, effect, footprint };
}
