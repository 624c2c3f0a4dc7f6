export const CHECK_CODES = [
  "stale_binding",
  "identity_changed",
  "definition_changed",
  "effect_not_granted",
  "reserved_effect",
  "expired",
  "call_budget",
  "risk_above_ceiling",
  "chat_ceiling",
  "path_out_of_scope",
  "command_out_of_scope",
  "network_out_of_scope",
  "footprint_unresolved",
  "protected_path",
  "unsettled",
  "approval_denied",
  "nobody_to_ask",
] as const;

export type CheckCode = (typeof CHECK_CODES)[number];
export type CheckPhase = "binding" | "arguments" | "approval";
