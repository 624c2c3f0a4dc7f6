import type { ServerConfig } from "@perspt/config";
import type { HostProblem, ResumedTask } from "@perspt/host";
import type { JsonObject } from "@perspt/json";
import type { Mode } from "@perspt/kernel";
import { line, span } from "../../output/blocks.js";
import { type CommandResult, type Failure, failed } from "../../output/command-result.js";
import { EXIT_CODES, exitCodeOfOutcome, exitCodeOfServerFailure } from "../../output/exit-codes.js";
import { loadConfig, warningNotes } from "../../settings/load-config.js";
import type { McpContext } from "../mcp/command-context.js";
import { resultBlocks } from "../mcp/result-blocks.js";
import { noDoubt, readCallNumber } from "./call-in-doubt.js";
import { readSession } from "./read-session.js";
import type { ResolveInput } from "./resolve-call.js";

/** `perspt journal resolve --ask`: the result of the task that a call in doubt became, asked for and written down. Calls nothing again. */
export async function askServer(
  { session, seq, verdicts, note }: ResolveInput,
  context: McpContext,
): Promise<CommandResult> {
  const { machine, paths, composition } = context;
  const number = readCallNumber(seq);
  if (number.kind === "misused") return failed(EXIT_CODES.usage, number.failure);
  if (verdicts.length > 0 || note !== null) return failed(EXIT_CODES.usage, BOTH_SAID);
  const read = readSession(paths.stateDirectory, session);
  if (read.kind === "unreadable") return failed(EXIT_CODES.usage, read.failure);
  const { state } = read.reading;
  const doubt = state.doubts.get(number.seq);
  if (doubt === undefined) return failed(EXIT_CODES.usage, noDoubt(read.reading, number.seq));
  if (doubt.taskId === null) return failed(EXIT_CODES.usage, noTask(session, number.seq));
  const loading = await loadConfig(machine.files, paths.configFile);
  if (loading.kind === "failed") return loading.result;
  const { config, digest } = loading;
  const done = machine.progress.begin(`asking ${doubt.server}`);
  const { host } = composition.openHost({
    mode: state.session?.mode ?? DEFAULT_MODE,
    servers: config.servers.filter(({ id }: ServerConfig) => id === doubt.server),
    config,
    configDigest: digest,
    approvals: null,
    session: { kind: "existing", id: session },
  });
  try {
    const answer = await host.resumeTask(number.seq, machine.signal);
    return resultOf(answer, { session, intent: number.seq }, warningNotes(loading.warnings));
  } finally {
    done();
    await host.close();
  }
}

const DEFAULT_MODE: Mode = "chat";

function resultOf(
  answer: ResumedTask,
  { session, intent }: { readonly session: string; readonly intent: number },
  notes: CommandResult["notes"],
): CommandResult {
  if (answer.kind === "not_asked") {
    const { code, message, hint } = answer.problem;
    return failed(exitCodeOf(code), { code, message, hint }, { notes });
  }
  const { outcome, operation, isSettled } = answer;
  const error = "error" in outcome ? outcome.error : null;
  const result = "result" in outcome ? outcome.result : null;
  const document: JsonObject = {
    session,
    intent,
    operation,
    outcome: outcome.kind,
    settled: isSettled,
    result,
    error: error === null ? null : { code: error.code, message: error.message, hint: error.hint },
  };
  const title = isSettled
    ? line(span("Settled: ", "good"), `#${intent} ${operation} of ${session}: its task is done.`)
    : line(span("Still in doubt: ", "warning"), `#${intent} ${operation} of ${session}.`);
  return {
    exitCode: exitCodeOfOutcome(outcome),
    document,
    report: [title, ...(result === null ? [] : resultBlocks(result))],
    failure: failureOf(answer, session),
    notes,
  };
}

function failureOf(
  { outcome }: Extract<ResumedTask, { readonly kind: "asked" }>,
  session: string,
): Failure | null {
  if (outcome.kind === "completed") return null;
  if (outcome.kind === "tool_error") {
    return { code: "tool_error", message: "The tool answered with an error.", hint: null };
  }
  const { code, message } = outcome.error;
  return {
    code,
    message: `The task did not tell: ${message}`,
    hint: `Look whether the call had its effect, then say so: \`perspt journal pending\` shows how. See \`perspt journal show ${session}\`.`,
  };
}

const BOTH_SAID: Failure = {
  code: "usage",
  message: "Expected --ask alone; got a person's word as well.",
  hint: "Ask the server, or say what you saw.",
};

function noTask(session: string, intent: number): Failure {
  return {
    code: "no_task",
    message: `#${intent} of session ${session} had not become a task: there is nothing to ask its server for.`,
    hint: "Look whether it had its effect, then say so with --did, --did-not or --unknown.",
  };
}

/** Refusals of this side, before any server is asked. */
const REFUSED: ReadonlySet<HostProblem["code"]> = new Set(["identity_changed", "stale_binding"]);

/** What has to do with the session, not with its server. */
const OF_THE_SESSION: ReadonlySet<HostProblem["code"]> = new Set([
  "journal_locked",
  "intent_not_open",
  "call_running",
  "no_task",
]);

function exitCodeOf(code: HostProblem["code"]): CommandResult["exitCode"] {
  if (REFUSED.has(code)) return EXIT_CODES.refused;
  if (code === "server_not_configured") return EXIT_CODES.configuration;
  if (OF_THE_SESSION.has(code) || code.startsWith("journal_")) return EXIT_CODES.usage;
  return exitCodeOfServerFailure(code);
}
