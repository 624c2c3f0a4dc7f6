/** What a run says of a call or of a change, beside the codes of its gate and its workspace. Stable. */
export type AgentCode =
  /** The gate's own operation was called by the model. */
  | "gate_is_the_persons"
  /** What a coding tool was about to change could not be written down first. */
  | "change_not_noted"
  | "not_applied";
