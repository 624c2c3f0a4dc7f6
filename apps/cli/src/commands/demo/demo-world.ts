import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ConfigPaths } from "@perspt/config";
import type { ServerReport } from "@perspt/host";
import { unaskedApprovals } from "../../approvals/approvals.js";
import type { Composition, OpenedHost } from "../../composition.js";
import type { Machine } from "../../machine/machine.js";
import { loadConfig } from "../../settings/load-config.js";

/** Where a demo happens: its own directory, configuration, journals and notes. Nothing outside of it is touched. */
export interface DemoWorld {
  readonly machine: Machine;
  readonly paths: ConfigPaths;
  readonly composition: Composition;
  /** Where the demo server keeps its notes. */
  readonly notesDirectory: string;
  /** The argv of the demo server. */
  readonly serverCommand: readonly string[];
}

export interface DemoHost extends OpenedHost {
  readonly report: ServerReport;
}

/** A directory that goes when the demo ends, however it ends. */
export async function withDemoDirectory<Result>(
  use: (directory: string) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), "perspt-demo-"));
  try {
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

export function demoPaths(directory: string): ConfigPaths {
  return {
    configFile: join(directory, "config.toml"),
    configOrigin: "--config",
    stateDirectory: join(directory, "state"),
    stateOrigin: "PERSPT_STATE_DIR",
    candidateDirectory: join(directory, "candidates"),
    candidateOrigin: "PERSPT_CANDIDATE_DIR",
  };
}

/** The bundled server lies beside the program. */
export function demoServerFile({ programFile }: Machine): string {
  return join(dirname(programFile), "demo-server.js");
}

/** Reads the demo's configuration as every command does, and connects to its server. The caller closes the host. */
export async function openDemoHost({ machine, paths, composition }: DemoWorld): Promise<DemoHost> {
  const loading = await loadConfig(machine.files, paths.configFile);
  if (loading.kind === "failed") {
    throw new Error(loading.result.failure?.message ?? "the demo's configuration does not load");
  }
  const { config, digest } = loading;
  const opened = composition.openHost({
    mode: "agent",
    servers: config.servers,
    config,
    configDigest: digest,
    approvals: unaskedApprovals(),
    callBudget: 10,
  });
  const [report] = await opened.host.discover(machine.signal);
  if (report?.state === "ready") return { ...opened, report };
  await opened.host.close();
  throw new Error(report?.error?.message ?? "the demo's server cannot be used");
}
