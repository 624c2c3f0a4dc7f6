/** Why a listed tool is not admitted, in the order in which the rules are tried (governance.md, Admission). */
export const REJECTION_CODES = [
  "reserved_name",
  "invalid_name",
  "duplicate_name",
  "undeclared_tool",
  "opaque_shell",
  "invalid_schema",
  "unknown_footprint_field",
  "invalid_binding",
  "incoherent_footprint",
  "effect_not_granted",
  "risk_above_ceiling",
  "invalid_parameter_header",
  "definition_changed",
] as const;

export type RejectionCode = (typeof REJECTION_CODES)[number];
