import type { ApprovalsPort, GovernedOutcome } from "@perspt/host";
import type { Mode } from "@perspt/kernel";
import { flagApprovals, personApprovals } from "../../approvals/approvals.js";
import { type ArgumentWords, readArguments } from "../../arguments/read-arguments.js";
import { callDocument, unreachedCallDocument } from "../../documents/call-document.js";
import type { Machine } from "../../machine/machine.js";
import { type CommandResult, failed } from "../../output/command-result.js";
import { EXIT_CODES, exitCodeOfOutcome, exitCodeOfServerFailure } from "../../output/exit-codes.js";
import { callFailure, callNotes } from "./call-texts.js";
import type { McpContext } from "./command-context.js";
import { doubtNotes, earlierDoubts } from "./earlier-doubts.js";
import { openOperation } from "./open-operation.js";
import { resultBlocks } from "./result-blocks.js";
import { withSuggestion } from "./suggest-operation.js";
import { tellingDecline } from "./telling-decline.js";

export interface CallInput extends ArgumentWords {
  readonly operation: string;
  readonly mode: Mode | null;
  /** Answers asks with yes; never turns a deny into an allow. */
  readonly yes: boolean;
}

/** `perspt mcp call`: one governed call, from its arguments to its durable outcome. */
export async function callOperation(input: CallInput, context: McpContext): Promise<CommandResult> {
  const { machine, globals } = context;
  const reading = await readArguments(input, machine);
  if (reading.kind === "misused") return failed(EXIT_CODES.usage, reading.failure);
  const approvals = approvalsFor(input, machine);
  const decline = tellingDecline();
  const opened = await openOperation(
    { ...input, approvals, elicitation: decline.provider },
    context,
  );
  switch (opened.kind) {
    case "no_config":
      return opened.result;
    case "unknown":
      return unreached(input.operation, opened.problem, EXIT_CODES.tool_error);
    case "unreachable":
      return unreached(
        input.operation,
        opened.problem,
        exitCodeOfServerFailure(opened.problem.code),
      );
    case "ready":
      break;
  }
  const { host } = opened;
  const done = machine.progress.begin(`calling ${input.operation}`);
  try {
    const call = await host
      .call({
        operation: input.operation,
        arguments: reading.arguments ?? { kind: "value", value: {} },
        signal: machine.signal,
      })
      .finally(done);
    const known = withKnownNames(call, host.reports());
    return {
      exitCode: exitCodeOfOutcome(known.outcome),
      document: callDocument(known),
      report: "result" in known.outcome ? resultBlocks(known.outcome.result) : [],
      failure: callFailure(known),
      notes: [
        ...opened.notes,
        ...callNotes(known, globals.verbose),
        ...decline.notes(),
        ...doubtNotes(
          earlierDoubts(
            context.paths.stateDirectory,
            known.operation,
            known.journal?.session ?? null,
          ),
        ),
      ],
    };
  } finally {
    await host.close();
  }
}

function approvalsFor({ yes }: CallInput, { prompt }: Machine): ApprovalsPort | null {
  if (yes) return flagApprovals();
  return prompt === null ? null : personApprovals(prompt, ["call"]);
}

function unreached(
  operation: string,
  problem: Parameters<typeof unreachedCallDocument>[1],
  exitCode: CommandResult["exitCode"],
): CommandResult {
  const { code, message, hint } = problem;
  return {
    exitCode,
    document: unreachedCallDocument(operation, problem),
    report: [],
    failure: { code, message, hint },
    notes: [],
  };
}

function withKnownNames(
  call: GovernedOutcome,
  reports: Parameters<typeof withSuggestion>[2],
): GovernedOutcome {
  const { outcome } = call;
  if (outcome.kind !== "refused") return call;
  const { hint } = withSuggestion(outcome.error, call.operation, reports);
  return { ...call, outcome: { ...outcome, error: { ...outcome.error, hint } } };
}
