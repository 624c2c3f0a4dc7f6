import type { ServerConfig } from "@perspt/config";
import type { McpElicitationProvider } from "@perspt/elicitation";
import type { ApprovalsPort, HostProblem, McpHost, ServerReport } from "@perspt/host";
import type { Mode } from "@perspt/kernel";
import { nearestWord } from "@perspt/text";
import type { Block } from "../../output/blocks.js";
import type { CommandResult } from "../../output/command-result.js";
import { loadConfig, warningNotes } from "../../settings/load-config.js";
import { modelKeys } from "../chat/model-keys.js";
import { defaultMode } from "./choose-servers.js";
import type { McpContext } from "./command-context.js";
import { findServer } from "./find-server.js";
import { modelSampling } from "./model-sampling.js";
import { problemOfServer } from "./server-problem.js";

export interface OperationRequest {
  /** By name or by alias. */
  readonly operation: string;
  /** Null for the server's own mode. */
  readonly mode: Mode | null;
  readonly approvals: ApprovalsPort | null;
  /** Answers what the server asks the person; left out, everything is declined. */
  readonly elicitation?: McpElicitationProvider;
}

/** A live host for one operation's server, or why there is none. */
export type OpenedOperation =
  | { readonly kind: "ready"; readonly host: McpHost; readonly notes: readonly Block[] }
  /** The configuration does not load. */
  | { readonly kind: "no_config"; readonly result: CommandResult }
  /** The name belongs to no configured server. */
  | { readonly kind: "unknown"; readonly problem: HostProblem }
  /** The server cannot be used, or not in this mode. */
  | { readonly kind: "unreachable"; readonly problem: HostProblem };

/** Connects to the one server that an operation belongs to. A host that was opened is the caller's to close. */
export async function openOperation(
  { operation, mode, approvals, elicitation }: OperationRequest,
  { machine, paths, composition }: McpContext,
): Promise<OpenedOperation> {
  const loading = await loadConfig(machine.files, paths.configFile);
  if (loading.kind === "failed") return { kind: "no_config", result: loading.result };
  const { config, digest, warnings } = loading;
  const server = findServer(config, operation);
  if (server === null) {
    return { kind: "unknown", problem: noSuchServer(operation, config.servers) };
  }
  const done = machine.progress.begin(`connecting to ${server.id}`);
  const { host } = composition.openHost({
    mode: mode ?? defaultMode(server),
    servers: [server],
    config,
    configDigest: digest,
    approvals,
    ...(elicitation === undefined ? {} : { elicitation }),
    sampling: modelSampling(config, machine.environment),
    secrets: modelKeys(config, machine.environment),
  });
  const [report] = await host.discover(machine.signal).finally(done);
  if (report?.state === "ready") return { kind: "ready", host, notes: warningNotes(warnings) };
  await host.close();
  return { kind: "unreachable", problem: serverProblem(server.id, report) };
}

function noSuchServer(operation: string, servers: readonly ServerConfig[]): HostProblem {
  const ids = servers.map(({ id }) => id);
  const named = operation.split(".")[1] ?? operation;
  const meant = nearestWord(named, ids);
  const hint =
    ids.length === 0
      ? "The configuration names no server: `perspt mcp add` or `perspt mcp import` adds one."
      : meant === null
        ? `Operations are named mcp.SERVER.TOOL; servers: ${ids.join(", ")}.`
        : `Operations are named mcp.SERVER.TOOL. Did you mean the server ${meant}?`;
  return {
    code: "no_such_operation",
    message: `There is no operation ${JSON.stringify(operation)}.`,
    hint,
  };
}

function serverProblem(id: string, report: ServerReport | undefined): HostProblem {
  const error = report?.error;
  if (error === undefined || error === null) {
    throw new TypeError(`the host gave no reason for the state of ${id}`);
  }
  return problemOfServer(id, error);
}
