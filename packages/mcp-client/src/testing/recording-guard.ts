import type { CallGuard, CallLeg, GuardVerdict, LegResult, OutgoingFacts } from "../call-guard.js";

/** One question that a guard was asked, with what it was told. */
export type GuardEntry =
  | { readonly at: "before"; readonly leg: CallLeg }
  | { readonly at: "redeem"; readonly facts: OutgoingFacts }
  | { readonly at: "after"; readonly leg: CallLeg; readonly result: LegResult };

/** A guard that remembers what it was asked. */
export interface RecordingGuard extends CallGuard {
  /** Every question so far, in the order asked; grows while calls run. */
  readonly log: readonly GuardEntry[];
  /** One line for each question: `before 1 send`, `redeem 1 send greet`, `after 1 send complete`. */
  lines(): readonly string[];
}

/**
 * A guard for tests: lets everything pass but what `refuses` says true to, and writes down what it was asked. A refusal has the code
 * `not_today`. What `refuses` throws is met as a real guard's throw is: the client refuses with `guard_failed`.
 */
export function recordingGuard(
  refuses: (entry: GuardEntry) => boolean = () => false,
): RecordingGuard {
  const log: GuardEntry[] = [];
  const answer = (entry: GuardEntry): GuardVerdict => {
    log.push(entry);
    return refuses(entry)
      ? { kind: "refuse", code: "not_today", reason: "Not today." }
      : { kind: "proceed" };
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
