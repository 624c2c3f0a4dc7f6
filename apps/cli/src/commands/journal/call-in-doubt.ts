import type { JournalReading, ResolvedRecord } from "@perspt/journal";
import type { Failure } from "../../output/command-result.js";

export const VERDICT_TEXTS: Readonly<Record<ResolvedRecord["verdict"], string>> = {
  did: "it happened",
  did_not: "it did not happen",
  unknown: "nobody can tell whether it happened",
};

/** The number of a call as it was typed. */
export function readCallNumber(
  text: string,
):
  | { readonly kind: "number"; readonly seq: number }
  | { readonly kind: "misused"; readonly failure: Failure } {
  if (/^[1-9]\d{0,14}$/.test(text)) return { kind: "number", seq: Number(text) };
  return {
    kind: "misused",
    failure: {
      code: "usage",
      message: `Expected the number of a call, such as 6; got ${JSON.stringify(text)}.`,
      hint: "`perspt journal pending` lists the calls in doubt with their numbers.",
    },
  };
}

/** Why a call is not in doubt. */
export function noDoubt({ session, records }: JournalReading, seq: number): Failure {
  const settled = records.find((record) => record.type === "resolved" && record.intent === seq);
  const because =
    settled?.type === "resolved"
      ? `it was settled before: ${VERDICT_TEXTS[settled.verdict]} (${settled.note})`
      : `it is no call, or its outcome is known`;
  return {
    code: "intent_not_open",
    message: `#${seq} of session ${session} is not in doubt: ${because}.`,
    hint: `\`perspt journal show ${session}\` shows its calls.`,
  };
}
