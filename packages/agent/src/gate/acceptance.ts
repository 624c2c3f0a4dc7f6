import type { Verification } from "../verifier/verification.js";
import type { ChangeDiff } from "../workspace/change-diff.js";

/** Everything that a change is accepted on. */
export interface Evidence {
  readonly task: string;
  readonly diff: ChangeDiff;
  /** What the verifier said of exactly this change. */
  readonly verification: Verification;
}

/** Who may accept a change. */
export type AcceptanceRule =
  /** The person is asked, whatever the verifier said. */
  | { readonly kind: "person" }
  /** Accepted without a question when the verifier passed, refused otherwise. */
  | { readonly kind: "when_verified" }
  /** Nobody: the change is shown and left. */
  | { readonly kind: "nobody"; readonly why: "dry_run" | "nobody_to_ask" };

/** What becomes of a change before anybody is asked. Pure. */
export type GateDecision =
  | { readonly kind: "ask_person" }
  | { readonly kind: "accept" }
  | { readonly kind: "refuse"; readonly code: RefusalCode; readonly because: string };

export type RefusalCode = "not_verified" | "verifier_failed" | "dry_run" | "nobody_to_ask";

const NOBODY = {
  dry_run: "This was a dry run: nothing is applied.",
  nobody_to_ask:
    "Nobody is at a terminal to accept the change; --yes accepts one that the verifier passed.",
};

export function decideAcceptance(rule: AcceptanceRule, verification: Verification): GateDecision {
  switch (rule.kind) {
    case "nobody":
      return { kind: "refuse", code: rule.why, because: NOBODY[rule.why] };
    case "person":
      return { kind: "ask_person" };
    case "when_verified":
      return decideByEvidence(verification);
  }
}

function decideByEvidence(verification: Verification): GateDecision {
  switch (verification.kind) {
    case "passed":
      return { kind: "accept" };
    case "failed":
      return {
        kind: "refuse",
        code: "verifier_failed",
        because: "The verifier failed, and a change is accepted unasked only when it passed.",
      };
    case "none":
      return {
        kind: "refuse",
        code: "not_verified",
        because:
          "No verifier is configured, and a change is accepted unasked only when one passed.",
      };
  }
}
