/** Risk classes from harmless to worst; the order is the order of this list. */
export const RISK_CLASSES = ["none", "low", "medium", "high", "critical"] as const;

export type RiskClass = (typeof RISK_CLASSES)[number];

/** Negative when `left` is the lower risk, zero when equal, positive when it is the higher. */
export function compareRisk(left: RiskClass, right: RiskClass): number {
  return RISK_CLASSES.indexOf(left) - RISK_CLASSES.indexOf(right);
}

export function lowerRisk<Risk extends RiskClass>(left: Risk, right: Risk): Risk {
  return compareRisk(left, right) <= 0 ? left : right;
}
