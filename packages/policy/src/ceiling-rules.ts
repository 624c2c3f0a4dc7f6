import { compareRisk, isReservedEffect, quote, riskLimit } from "@perspt/kernel";
import { nothingToConfigure, tableHint } from "./hints.js";
import type { DeclaredContext, Rejection } from "./rejection.js";
import { tomlString } from "./toml.js";

/** Rule 10. The mode's ceiling holds the effect; a reserved word is held by none (T54). */
export function checkEffectCeiling({ request, tool, policy }: DeclaredContext): Rejection | null {
  const { effect } = policy;
  if (isReservedEffect(effect)) {
    return {
      code: "effect_not_granted",
      reason: `The effect ${effect} of ${quote(tool.name)} is a reserved word that no grant holds yet.`,
      hint: nothingToConfigure(
        "A policy that names the effect which the tool really has, if it is another.",
      ),
    };
  }
  if (request.ceiling.effects.includes(effect)) return null;
  return {
    code: "effect_not_granted",
    reason: `The ceiling of this mode does not hold the effect ${effect} of ${quote(tool.name)}.`,
    hint: nothingToConfigure(
      'No policy changes it here: chat only reads. The agent may call the tool: modes = ["agent"] at the server.',
    ),
  };
}

/** Rule 11. The ceiling lets the effect have this risk. */
export function checkRiskCeiling({ request, tool, policy }: DeclaredContext): Rejection | null {
  const { effect, risk } = policy;
  const { ceiling, server } = request;
  const limit = riskLimit(ceiling, effect);
  if (compareRisk(risk, limit) <= 0) return null;
  const reason = `The risk ${risk} of ${quote(tool.name)} is above the ceiling of this mode, ${limit} for the effect ${effect}.`;
  if (risk === "critical" && limit === "high") {
    const effects = [...ceiling.criticalEffects, effect].map(tomlString).join(", ");
    return {
      code: "risk_above_ceiling",
      reason,
      hint: `[agent]\ncritical_effects = [${effects}]`,
    };
  }
  return {
    code: "risk_above_ceiling",
    reason,
    hint: tableHint(
      server,
      tool.name,
      { ...policy, risk: limit },
      "Only if the tool honestly has no higher risk.",
    ),
  };
}
