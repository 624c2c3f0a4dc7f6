import type { CallOutcome } from "@perspt/mcp-client";
import type { HostProblemCode } from "./problem-code.js";

export interface Refusal {
  readonly code: HostProblemCode;
  readonly message: string;
  readonly hint: string | null;
}

/** The outcome of a call of which nothing was sent. */
export function refused({ code, message, hint }: Refusal): CallOutcome {
  return {
    kind: "refused",
    mayHaveRun: false,
    error: { code, message, hint, serverError: null },
  };
}

export const CANCELLED_BEFORE_SEND: Refusal = {
  code: "cancelled_before_send",
  message: "The call was cancelled.",
  hint: null,
};
