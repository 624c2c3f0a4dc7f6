import type { ApprovalAnswer, ApprovalsPort } from "@perspt/host";
import { ACCEPT_OPERATION } from "./accept-operation.js";
import { type AcceptanceRule, decideAcceptance, type Evidence } from "./acceptance.js";

/** Asks the person whether a change is to be applied. Honours the signal by answering `withdrawn`. */
export type AskAcceptance = (
  evidence: Evidence,
  signal: AbortSignal,
) => Promise<"accepted" | "declined" | "withdrawn">;

export interface AcceptanceOptions {
  readonly rule: AcceptanceRule;
  /** Null where nobody can be asked. */
  readonly ask: AskAcceptance | null;
  /** The evidence of the change that is being decided on; null where there is none. */
  readonly evidence: () => Evidence | null;
  /** Answers everything else that is asked for; null where nobody can. */
  readonly others: ApprovalsPort | null;
}

/** The acceptance gate as the host's approvals: a change is accepted on its evidence, every other ask goes on to the person. */
export function acceptanceApprovals(options: AcceptanceOptions): ApprovalsPort {
  return {
    async ask(request, signal) {
      if (request.operation === ACCEPT_OPERATION) return await decide(options, signal);
      if (options.others !== null) return await options.others.ask(request, signal);
      return denied("Nobody is at a terminal to be asked.");
    },
  };
}

async function decide(
  { rule, ask, evidence }: AcceptanceOptions,
  signal: AbortSignal,
): Promise<ApprovalAnswer> {
  const shown = evidence();
  if (shown === null) return denied("There is no change to accept.");
  const decision = decideAcceptance(rule, shown.verification);
  switch (decision.kind) {
    case "accept":
      return { kind: "granted", by: "flag", scope: "call" };
    case "refuse":
      return denied(decision.because);
    case "ask_person": {
      if (ask === null) return denied("Nobody is at a terminal to be asked.");
      const answer = await ask(shown, signal);
      if (answer === "withdrawn") return { kind: "withdrawn" };
      return answer === "accepted"
        ? { kind: "granted", by: "person", scope: "call" }
        : { kind: "denied", by: "person", reason: "The person did not accept the change." };
    }
  }
}

function denied(reason: string): ApprovalAnswer {
  return { kind: "denied", by: "flag", reason };
}
