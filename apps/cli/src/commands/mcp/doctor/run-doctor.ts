import { type CommandResult, type Failure, success } from "../../../output/command-result.js";
import { EXIT_CODES } from "../../../output/exit-codes.js";
import { loadConfig } from "../../../settings/load-config.js";
import { noSuchServer } from "../choose-server.js";
import { chooseServers } from "../choose-servers.js";
import type { McpContext } from "../command-context.js";
import { diagnoseServer } from "./diagnose-server.js";
import { type Diagnosis, diagnosisBlocks, diagnosisDocument, hasFailed } from "./diagnosis.js";
import { advice, type Finding, fail, ok, warn } from "./finding.js";
import { gatherJournal } from "./gather-journal.js";
import { gatherServer } from "./gather-server.js";
import { checkJournal } from "./journal-check.js";
import { checkTerminal } from "./terminal-check.js";

/**
 * `perspt mcp doctor`: every check from the file to admitted operations, side by side for all servers, each failure with its fix. It calls
 * no tool, and leaves nothing in the journals.
 */
export async function runDoctor(
  { servers: ids }: { readonly servers: readonly string[] },
  context: McpContext,
): Promise<CommandResult> {
  const { machine, paths } = context;
  const loading = await loadConfig(machine.files, paths.configFile);
  const around = async (): Promise<readonly Finding[]> => [
    { check: "journal", ...checkJournal(await gatherJournal(context)) },
    { check: "terminal", ...checkTerminal(machine) },
  ];
  if (loading.kind === "failed") {
    const { result } = loading;
    const { message = "It does not load.", hint = null } = result.failure ?? {};
    const outcome = fail(message, advice(hint ?? "`perspt config check` tells what is wrong."));
    const own: readonly Finding[] = [{ check: "configuration", ...outcome }, ...(await around())];
    return reportOf({ own, servers: [] }, EXIT_CODES.configuration, result.notes);
  }
  const { config, warnings } = loading;
  const choice = chooseServers(config, ids, null);
  if (choice.kind === "unknown") return noSuchServer(choice, paths.configFile);
  const chosen = config.servers.filter(({ id }) => ids.length === 0 || ids.includes(id));
  const done = machine.progress.begin(`looking at ${chosen.map(({ id }) => id).join(", ")}`);
  const facts = await Promise.all(
    chosen.map((server) => gatherServer(server, loading, context)),
  ).finally(done);
  const [first, ...rest] = warnings.map(({ fix }) => advice(fix));
  const loads = `${paths.configFile} loads; servers: ${config.servers.length}`;
  const configuration = first === undefined ? ok(loads) : warn(loads, first, ...rest);
  const own: readonly Finding[] = [
    { check: "configuration", ...configuration },
    ...(await around()),
  ];
  const servers = facts.map((each) => ({ facts: each, findings: diagnoseServer(each) }));
  return reportOf({ own, servers }, EXIT_CODES.unreachable, []);
}

function reportOf(
  diagnosis: Diagnosis,
  exitCode: CommandResult["exitCode"],
  notes: CommandResult["notes"],
): CommandResult {
  const failed = [
    ...diagnosis.own.filter(({ status }) => status === "fail").map(({ check }) => check),
    ...diagnosis.servers
      .filter(({ findings }) => hasFailed(findings))
      .map(({ facts }) => facts.server.id),
  ];
  const failure: Failure = {
    code: "checks_failed",
    message: `Not well: ${failed.join(", ")}.`,
    hint: null,
  };
  return {
    ...success(diagnosisDocument(diagnosis), diagnosisBlocks(diagnosis), notes),
    ...(failed.length === 0 ? {} : { exitCode, failure }),
  };
}
