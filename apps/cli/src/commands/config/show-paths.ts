import type { ConfigPaths } from "@perspt/config";
import type { Files } from "../../machine/files.js";
import { table } from "../../output/blocks.js";
import { type CommandResult, success } from "../../output/command-result.js";

/** `perspt config path`: where the configuration, the state and the candidates are, and why there. Reads none of them. */
export async function showPaths(paths: ConfigPaths, files: Files): Promise<CommandResult> {
  const config = {
    path: paths.configFile,
    origin: paths.configOrigin,
    exists: await files.exists(paths.configFile),
  };
  const state = {
    path: paths.stateDirectory,
    origin: paths.stateOrigin,
    exists: await files.exists(paths.stateDirectory),
  };
  const candidates = {
    path: paths.candidateDirectory,
    origin: paths.candidateOrigin,
    exists: await files.exists(paths.candidateDirectory),
  };
  const row = (name: string, { path, origin, exists }: typeof config) => [
    name,
    path,
    origin === "default" ? "by default" : `from ${origin}`,
    exists ? "exists" : "does not exist",
  ];
  return success({ config, state, candidates }, [
    table(
      [{ title: "what" }, { title: "path" }, { title: "why there" }, { title: "state" }],
      [row("configuration", config), row("journals", state), row("candidates", candidates)],
    ),
  ]);
}
