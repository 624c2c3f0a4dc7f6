import type { ServerConfig } from "@perspt/config";
import type { ServerReport } from "@perspt/host";
import type { Mode } from "@perspt/kernel";
import { serverDocument } from "../../documents/server-document.js";
import { type CommandResult, type Failure, success } from "../../output/command-result.js";
import { EXIT_CODES, type ExitCode, exitCodeOfServerFailure } from "../../output/exit-codes.js";
import { loadConfig, warningNotes } from "../../settings/load-config.js";
import { noSuchServer } from "./choose-server.js";
import { chooseServers } from "./choose-servers.js";
import type { McpContext } from "./command-context.js";
import { type Inspection, inspectionBlocks } from "./inspection-blocks.js";
import { problemOfServer } from "./server-problem.js";

export interface InspectInput {
  /** Empty for all. */
  readonly servers: readonly string[];
  /** Null for each server's own. */
  readonly mode: Mode | null;
}

/** `perspt mcp inspect`: what the servers offer, and what the policy makes of it. Calls nothing and writes nothing. */
export async function inspectServers(
  input: InspectInput,
  context: McpContext,
): Promise<CommandResult> {
  const { machine, paths, globals, composition } = context;
  const loading = await loadConfig(machine.files, paths.configFile);
  if (loading.kind === "failed") return loading.result;
  const { config, digest, warnings } = loading;
  const choice = chooseServers(config, input.servers, input.mode);
  if (choice.kind === "unknown") return noSuchServer(choice, paths.configFile);
  const done = machine.progress.begin(connecting(choice.plans.flatMap(({ servers }) => servers)));
  const inspections = (
    await Promise.all(
      choice.plans.map(async ({ mode, servers }): Promise<readonly Inspection[]> => {
        const { host, grant } = composition.openHost({
          mode,
          servers,
          config,
          configDigest: digest,
          approvals: null,
        });
        try {
          const reports = await host.discover(machine.signal);
          return reports.map((report) => ({ report, mode, grant }));
        } finally {
          await host.close();
        }
      }),
    ).finally(done)
  ).flat();
  const order = config.servers.map(({ id }) => id);
  inspections.sort((left, right) => order.indexOf(left.report.id) - order.indexOf(right.report.id));
  const reports = inspections.map(({ report }) => report);
  const failure = summarise(reports);
  return {
    ...success(
      { servers: reports.map(serverDocument) },
      inspectionBlocks(inspections, { verbose: globals.verbose, file: paths.configFile }),
      warningNotes(warnings),
    ),
    ...(failure === null ? {} : failure),
  };
}

function connecting(servers: readonly ServerConfig[]): string {
  return `connecting to ${servers.map(({ id }) => id).join(", ")}`;
}

/** One server's failure has its own exit code; of several, it only counts that some failed (cli.md). */
export function summarise(
  reports: readonly ServerReport[],
): { readonly exitCode: ExitCode; readonly failure: Failure } | null {
  const failures = reports.filter(({ state }) => state === "failed");
  const [first] = failures;
  if (first === undefined) return null;
  const { id, error } = first;
  if (reports.length === 1 && error !== null) {
    const failure = problemOfServer(id, error);
    return { exitCode: exitCodeOfServerFailure(failure.code), failure };
  }
  return {
    exitCode: EXIT_CODES.unreachable,
    failure: {
      code: "servers_failed",
      message: `${failures.length} of ${reports.length} servers cannot be used: ${failures.map((report) => report.id).join(", ")}.`,
      hint: null,
    },
  };
}
