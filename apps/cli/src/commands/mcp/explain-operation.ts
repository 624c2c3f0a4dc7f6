import type { Decision, Mode } from "@perspt/kernel";
import { unaskedApprovals } from "../../approvals/approvals.js";
import { type ArgumentWords, readArguments } from "../../arguments/read-arguments.js";
import { decisionDocument } from "../../documents/decision-document.js";
import { type Block, prose } from "../../output/blocks.js";
import { type CommandResult, failed, success } from "../../output/command-result.js";
import { EXIT_CODES, type ExitCode, exitCodeOfServerFailure } from "../../output/exit-codes.js";
import type { McpContext } from "./command-context.js";
import { explanationBlocks } from "./explanation-blocks.js";
import { openOperation } from "./open-operation.js";
import { withSuggestion } from "./suggest-operation.js";

export interface ExplainInput extends ArgumentWords {
  readonly operation: string;
  readonly mode: Mode | null;
}

/** `perspt mcp explain`: the decision that a call would meet, with its whole trace. Sends nothing to a tool and writes nothing. */
export async function explainOperation(
  input: ExplainInput,
  context: McpContext,
): Promise<CommandResult> {
  const { operation } = input;
  const unexplained = (
    exitCode: ExitCode,
    { code, message, hint }: Parameters<typeof withSuggestion>[0],
  ) => failed(exitCode, { code, message, hint }, { document: { operation, decision: null } });

  const reading = await readArguments(input, context.machine);
  if (reading.kind === "misused") return failed(EXIT_CODES.usage, reading.failure);
  const opened = await openOperation({ ...input, approvals: unaskedApprovals() }, context);
  switch (opened.kind) {
    case "no_config":
      return opened.result;
    case "unknown":
      return unexplained(EXIT_CODES.tool_error, opened.problem);
    case "unreachable":
      return unexplained(exitCodeOfServerFailure(opened.problem.code), opened.problem);
    case "ready":
      break;
  }
  const { host, notes } = opened;
  try {
    const explanation = await host.explain(operation, reading.arguments);
    switch (explanation.kind) {
      case "explained":
        return success(
          { operation: explanation.operation, decision: decisionDocument(explanation.decision) },
          explanationBlocks(explanation.operation, explanation.decision, {
            hasArguments: reading.arguments !== null,
          }),
          [...notes, ...askNotes(explanation.decision, context.machine)],
        );
      case "unexplained": {
        const problem = withSuggestion(explanation.problem, operation, host.reports());
        return unexplained(
          problem.code === "no_such_operation" ? EXIT_CODES.tool_error : EXIT_CODES.refused,
          problem,
        );
      }
    }
  } finally {
    await host.close();
  }
}

/** What the answer means where nobody sits at a terminal: an explanation says what a person could be asked. */
function askNotes({ effect }: Decision, { prompt }: McpContext["machine"]): readonly Block[] {
  if (effect !== "ask" || prompt !== null) return [];
  return [
    prose(
      "There is no terminal to ask at here: a call is refused as nobody_to_ask, unless --yes answers for you.",
      { tone: "dim" },
    ),
  ];
}
