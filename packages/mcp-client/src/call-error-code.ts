import type { TransportErrorCode } from "@perspt/transport";

/** Why a server's request to the model is not put to it. */
export type SamplingRefusalCode =
  | "sampling_over_cap"
  | "sampling_context_refused"
  | "invalid_sampling_request";

/** Why what a server asks for is not given. */
export type InputRefusalCode =
  | "too_many_inputs"
  | "input_not_enabled"
  | "unknown_input_request"
  | "invalid_input_request"
  | SamplingRefusalCode;

/**
 * Why a call did not complete, as the client itself says it. A guard that refuses and a sampling provider that denies bring codes of
 * their own beside these. Stable.
 */
export type CallErrorCode =
  | TransportErrorCode
  | InputRefusalCode
  | "timeout"
  | "deadline_passed"
  | "cancelled_before_send"
  | "server_error"
  | "invalid_result"
  | "output_schema_mismatch"
  | "capability_not_advertised"
  | "unsafe_integer"
  | "invalid_parameter_header"
  | "request_state_too_large"
  | "too_many_input_rounds"
  | "too_many_elicitations"
  | "sampling_failed"
  | "task_failed"
  | "task_cancelled"
  | "malformed_task"
  | "too_many_tasks"
  | "tasks_not_available"
  /** A message that no call of this client had made was held back. */
  | "unknown_request"
  /** The guard threw. */
  | "guard_failed"
  /** Something on this side broke. */
  | "client_fault";
