import { resolve } from "node:path";
import type { ConfigPaths } from "@perspt/config";
import type { Machine } from "../../machine/machine.js";
import { line, span } from "../../output/blocks.js";
import { type CommandResult, success } from "../../output/command-result.js";
import { loadConfig, problemMembers, warningNotes } from "../../settings/load-config.js";

export interface CheckInput {
  /** The file that was named; null for the configuration of this run. */
  readonly file: string | null;
  readonly paths: ConfigPaths;
}

/** `perspt config check`: everything that is wrong with one file. Connects to nothing and reads no variable. */
export async function checkConfig(
  { file, paths }: CheckInput,
  machine: Pick<Machine, "files" | "workingDirectory">,
): Promise<CommandResult> {
  const path = file === null ? paths.configFile : resolve(machine.workingDirectory, file);
  const loading = await loadConfig(machine.files, path);
  if (loading.kind === "failed") return loading.result;
  const { config, warnings } = loading;
  const servers = config.servers.map(({ id }) => id);
  const document = { file: path, problems: [], warnings: warnings.map(problemMembers), servers };
  const count = servers.length === 1 ? "1 server" : `${servers.length} servers`;
  const names = servers.length === 0 ? "" : `: ${servers.join(", ")}`;
  return success(
    document,
    [line(span("ok", "good"), ` ${path} loads, with ${count}${names}.`)],
    warningNotes(warnings),
  );
}
