import type { JournalError } from "@perspt/journal";
import { shellWord } from "../../../output/shell-word.js";
import { advice, command, type Fix, fail, type Outcome, ok, warn } from "./finding.js";

/** What was seen of the directory of journals. */
export interface JournalFacts {
  readonly directory: string;
  /** Whether a session could be made, locked, written, verified and removed again in it. */
  readonly trial:
    | { readonly kind: "written" }
    | { readonly kind: "to_be_made"; readonly within: string }
    | {
        readonly kind: "failed";
        readonly problem: Pick<JournalError, "code" | "message" | "hint">;
      };
  readonly verified: number;
  readonly damaged: readonly { readonly session: string; readonly directory: string }[];
  /** Sessions that were left out, so that the answer comes soon. */
  readonly left: number;
  readonly doubts: number;
  readonly perspt: string;
}

/** Whether what is decided can be written down, and what is written down can be trusted. Pure. */
export function checkJournal(facts: JournalFacts): Outcome {
  const { directory, trial, verified, damaged, left, doubts, perspt } = facts;
  if (trial.kind === "failed") {
    const { code, message, hint } = trial.problem;
    return fail(`${code}: ${message}`, journalFix(facts, hint));
  }
  const [first, ...rest] = damaged.map(({ directory: place, session }) =>
    command(`mv ${shellWord(place)} ${shellWord(`${directory}/set-aside-${session}`)}`),
  );
  if (first !== undefined) {
    const names = damaged.map(({ session }) => session).join(", ");
    return fail(`${directory}: these sessions do not verify: ${names}`, first, ...rest);
  }
  if (trial.kind === "to_be_made") return ok(`${directory} will be made in ${trial.within}`);
  const more = left === 0 ? "" : `; ${left} older ones were not looked at`;
  const state = `${directory} can be written and locked; ${verified} sessions verify${more}`;
  return doubts === 0
    ? ok(state)
    : warn(`${state}; calls in doubt: ${doubts}`, command(`${perspt} journal pending`));
}

function journalFix({ directory, trial }: JournalFacts, hint: string | null): Fix {
  return trial.kind === "failed" && trial.problem.code === "journal_readonly"
    ? command(`chmod u+rwx ${shellWord(directory)}`)
    : advice(hint ?? "`perspt config path` shows where journals are kept.");
}
