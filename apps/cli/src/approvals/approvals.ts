import type { ApprovalRequest, ApprovalScope, ApprovalsPort } from "@perspt/host";
import type { Decision } from "@perspt/kernel";
import { touchText } from "../documents/touch-text.js";
import type { Prompt } from "../machine/prompt.js";
import { type Block, code, heading, line, prose, table } from "../output/blocks.js";

/** `--yes`: what would be asked for is allowed by the flag. */
export function flagApprovals(): ApprovalsPort {
  return { ask: async () => ({ kind: "granted", by: "flag", scope: "call" }) };
}

/** For explaining what a person could be asked for, without ever asking. */
export function unaskedApprovals(): ApprovalsPort {
  return {
    ask: async () => ({ kind: "denied", by: "flag", reason: "An explanation asks nobody." }),
  };
}

/** A person at the terminal sees the whole call before answering. A yes goes as far as both the command and the call let it. */
export function personApprovals(prompt: Prompt, scopes: readonly ApprovalScope[]): ApprovalsPort {
  return {
    async ask(request, signal) {
      const offered = scopes.filter((scope) => request.scopes.includes(scope));
      const answer = await prompt.ask(approvalBlocks(request), "Run it?", offered, signal);
      switch (answer) {
        case "call":
        case "session":
          return { kind: "granted", by: "person", scope: answer };
        case "withdrawn":
          return { kind: "withdrawn" };
        case "no":
          return { kind: "denied", by: "person", reason: "The person did not say yes." };
      }
    },
  };
}

/** The one rule by which the kernel asks. */
const ASKING_RULE: Extract<Decision, { readonly effect: "ask" }>["rule"] = "needs_approval";

/** Everything that is decided about, arguments whole: nobody can approve what they were not shown. */
export function approvalBlocks(request: ApprovalRequest): readonly Block[] {
  const asking = request.trace.filter(({ phase }) => phase === "approval").at(-1);
  return [
    heading("This call needs your approval"),
    table(
      [{ title: "operation" }, { title: "effect" }, { title: "risk" }, { title: "rule" }],
      [[request.operation, request.effect, request.risk, ASKING_RULE]],
      2,
    ),
    line("  arguments"),
    code(JSON.stringify(request.arguments, null, 2), 4),
    line("  touches"),
    code(request.touches.length === 0 ? "nothing" : request.touches.map(touchText).join("\n"), 4),
    ...(asking === undefined ? [] : [prose(asking.because, { indent: 2, tone: "dim" })]),
  ];
}
