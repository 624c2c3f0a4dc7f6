import type { BindingContext, Verdict } from "./check.js";
import { fail, pass } from "./check.js";
import { compareRisk } from "./risk.js";

/** Whether this call runs only with somebody's approval. */
export function asksForApproval({ snapshot, proposal }: BindingContext): boolean {
  return compareRisk(proposal.risk, snapshot.grant.asksFrom) >= 0;
}

export function checkApprovalDenied({ snapshot }: BindingContext): Verdict {
  const { approval } = snapshot;
  if (approval.kind !== "denied") return pass("Nobody has denied the call.");
  return fail(
    approval.by === "person" ? "The person who was asked said no." : "A flag denies every ask.",
    "An approval of exactly these arguments.",
  );
}

export function checkNobodyToAsk({ snapshot, proposal }: BindingContext): Verdict {
  const { risk } = proposal;
  if (!asksForApproval({ snapshot, proposal })) {
    return pass(`The risk ${risk} runs without asking.`);
  }
  if (snapshot.approval.kind === "nobody") {
    return fail(
      `The risk ${risk} needs an approval, and there is nobody to ask.`,
      "Somebody to ask: a terminal, or --yes where the command has it.",
    );
  }
  return pass(`The risk ${risk} needs an approval, and there is somebody to ask.`);
}
