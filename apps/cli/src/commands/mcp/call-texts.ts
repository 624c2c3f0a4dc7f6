import type { GovernedOutcome } from "@perspt/host";
import { roundDuration } from "../../documents/call-document.js";
import type { Block } from "../../output/blocks.js";
import { line, span } from "../../output/blocks.js";
import type { Failure } from "../../output/command-result.js";
import { traceTable } from "./explanation-blocks.js";

/** What went wrong with a call, and what may be done now; null for a call that completed. */
export function callFailure({ outcome, decision, journal }: GovernedOutcome): Failure | null {
  switch (outcome.kind) {
    case "completed":
      return null;
    case "tool_error":
      return { code: "tool_error", message: "The tool answered with an error.", hint: null };
    case "refused": {
      const { code, message, hint } = outcome.error;
      const rule = decision?.effect === "deny" ? decision.rule : code;
      const wanted = decision?.nearestAllow ?? null;
      return {
        code,
        message: `Refused; nothing was sent. ${message} Decided by ${rule}.`,
        hint: wanted === null ? hint : `It would be allowed by this: ${wanted}`,
      };
    }
    case "failed": {
      const { code, message, hint } = outcome.error;
      return { code, message: outcome.mayHaveRun ? message : `${message} Nothing ran.`, hint };
    }
    case "uncertain": {
      const { code, message, hint } = outcome.error;
      const look = journal === null ? "" : ` See \`perspt journal show ${journal.session}\`.`;
      return {
        code,
        message: `Uncertain: ${message} It may have run; do not repeat it before you have looked.${look}`,
        hint,
      };
    }
  }
}

/** How the call came to run and where it is written down. With `--verbose`, every check. */
export function callNotes(call: GovernedOutcome, verbose: boolean): readonly Block[] {
  const { decision, journal, durationMs } = call;
  if (decision === null) return [];
  const place = journal === null ? [] : [`journal ${journal.session} #${journal.seq}`];
  const parts = [
    `${decision.effect} by ${decision.rule}`,
    ...place,
    `${roundDuration(durationMs)} ms`,
  ];
  return [line(span(parts.join(" · "), "dim")), ...(verbose ? [traceTable(decision.trace)] : [])];
}
