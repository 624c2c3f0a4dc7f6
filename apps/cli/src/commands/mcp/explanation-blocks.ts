import type { Decision, DecisionTrace } from "@perspt/kernel";
import { BLANK, type Block, line, prose, span, type Tone, table } from "../../output/blocks.js";

const ANSWERS: Readonly<
  Record<Decision["effect"], { readonly text: string; readonly tone: Tone }>
> = {
  allow: { text: "would be allowed", tone: "good" },
  ask: { text: "would be asked for", tone: "warning" },
  deny: { text: "would be denied", tone: "bad" },
};

export interface ExplanationContext {
  /** Whether arguments were given: without them only half of the checks can run. */
  readonly hasArguments: boolean;
}

/** A decision as an answer: the verdict, its reason, what would change it, and every check that led there. */
export function explanationBlocks(
  operation: string,
  decision: Decision,
  { hasArguments }: ExplanationContext,
): readonly Block[] {
  const { text, tone } = ANSWERS[decision.effect];
  return [
    line(
      "A call of ",
      span(operation, "strong"),
      " ",
      span(text, tone),
      ` by the rule ${decision.rule}.`,
    ),
    prose(decision.because),
    ...changeBlocks(decision),
    ...(hasArguments
      ? []
      : [
          prose(
            "No arguments were given, so the checks of arguments are skipped: add key=value or --args.",
            { tone: "dim" },
          ),
        ]),
    BLANK,
    traceTable(decision.trace),
  ];
}

function changeBlocks(decision: Decision): readonly Block[] {
  switch (decision.effect) {
    case "allow":
      return [];
    case "ask":
      return [
        prose(
          "Answer at the terminal, or pass --yes to `perspt mcp call`; where nobody can be asked, it is denied.",
        ),
      ];
    case "deny":
      return [prose(`It would be allowed by this: ${decision.nearestAllow}`)];
  }
}

/** Every check in order, with what it found. */
export function traceTable(trace: DecisionTrace): Block {
  return table(
    [
      { title: "phase" },
      { title: "check" },
      { title: "result", tone: resultTone },
      { title: "because" },
    ],
    trace.map(({ phase, check, result, because }) => [phase, check, result, because]),
  );
}

function resultTone(result: string): Tone {
  if (result === "pass") return "good";
  return result === "fail" ? "bad" : "dim";
}
