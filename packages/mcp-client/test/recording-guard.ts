import type { CallGuard, CallLeg, GuardVerdict, LegResult, OutgoingFacts } from "../src/index.js";

const proceed: GuardVerdict = { kind: "proceed" };

export type GuardEntry =
  | { readonly at: "before"; readonly leg: CallLeg }
  | { readonly at: "redeem"; readonly facts: OutgoingFacts }
  | { readonly at: "after"; readonly leg: CallLeg; readonly result: LegResult };

export interface RecordingGuard extends CallGuard {
  readonly log: readonly GuardEntry[];
  /** One line for each question, such as `before 1 send`. */
  lines(): readonly string[];
}

/** Lets everything pass but what `refuses` names, and writes down what it was asked. */
export function recordingGuard(
  refuses: (entry: GuardEntry) => boolean = () => false,
): RecordingGuard {
  const log: GuardEntry[] = [];
  const answer = (entry: GuardEntry): GuardVerdict => {
    log.push(entry);
    return refuses(entry) ? { kind: "refuse", code: "not_today", reason: "Not today." } : proceed;
  };
  return {
    log,
    lines: () => log.map(lineOf),
    beforeLeg: async (leg) => answer({ at: "before", leg }),
    redeem: (facts) => answer({ at: "redeem", facts }),
    afterLeg: async (leg, result) => answer({ at: "after", leg, result }),
  };
}

function lineOf(entry: GuardEntry): string {
  switch (entry.at) {
    case "before":
      return `before ${entry.leg.number} ${entry.leg.kind}`;
    case "redeem":
      return `redeem ${entry.facts.number} ${entry.facts.kind} ${entry.facts.target}`;
    case "after":
      return `after ${entry.leg.number} ${entry.leg.kind} ${entry.result.kind}`;
  }
}
