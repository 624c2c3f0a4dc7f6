import type { RiskCeiling } from "./capability.js";
import type { EffectKind } from "./effect.js";
import { EFFECT_KINDS, isReservedEffect, READ_ONLY_EFFECTS } from "./effect.js";
import type { RiskClass } from "./risk.js";
import { compareRisk } from "./risk.js";

/** The most that a mode can hold: what admission compares a policy with. */
export interface Ceiling {
  readonly effects: readonly EffectKind[];
  readonly riskCeiling: RiskCeiling;
  readonly criticalEffects: readonly EffectKind[];
}

/** Chat reads and never writes (T54). Met when the grant is made and checked again in every decision; no setting widens it. */
export const CHAT_CEILING: Ceiling = Object.freeze({
  effects: Object.freeze([...READ_ONLY_EFFECTS]),
  riskCeiling: "medium",
  criticalEffects: Object.freeze([]),
});

/** Every effect that a grant can hold today. */
export const GRANTABLE_EFFECTS: readonly EffectKind[] = Object.freeze(
  EFFECT_KINDS.filter((effect) => !isReservedEffect(effect)),
);

/** The agent's ceiling: every grantable effect up to `high`, and `critical` for the effects that the user named. */
export function agentCeiling(criticalEffects: readonly EffectKind[]): Ceiling {
  return { effects: GRANTABLE_EFFECTS, riskCeiling: "high", criticalEffects };
}

/** The highest risk that a ceiling lets this effect have. */
export function riskLimit(ceiling: Ceiling, effect: EffectKind): RiskClass {
  const critical =
    compareRisk(ceiling.riskCeiling, "high") >= 0 && ceiling.criticalEffects.includes(effect);
  return critical ? "critical" : ceiling.riskCeiling;
}
