import { type ConfigPaths, initialConfig } from "@perspt/config";
import type { Files } from "../../machine/files.js";
import { line, prose } from "../../output/blocks.js";
import { type CommandResult, failed, success } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";

/** `perspt config init`: writes a first configuration for its owner alone, and the directory of journals. Replaces nothing. */
export async function initConfig(
  { configFile, stateDirectory }: ConfigPaths,
  files: Files,
): Promise<CommandResult> {
  const creation = await files.createFile(configFile, initialConfig());
  switch (creation.kind) {
    case "exists":
      return failed(EXIT_CODES.usage, {
        code: "config_exists",
        message: `There is already a configuration file at ${configFile}; it was left as it is.`,
        hint: "`perspt config check` says whether it loads; --config FILE names another place.",
      });
    case "failed":
      return failed(EXIT_CODES.usage, {
        code: "cannot_write",
        message: `The configuration file ${configFile} cannot be written: ${creation.reason}.`,
        hint: "Check the directory, or name another place with --config FILE.",
      });
    case "created":
      break;
  }
  const state = await files.createDirectory(stateDirectory);
  if (state.kind === "failed") {
    return failed(EXIT_CODES.usage, {
      code: "cannot_write",
      message: `The configuration file was written, but the directory ${stateDirectory} cannot be made: ${state.reason}.`,
      hint: "PERSPT_STATE_DIR names another place for journals.",
    });
  }
  return success({ file: configFile, stateDirectory }, [
    line(`Wrote ${configFile}`),
    prose(
      "Edit it, or add servers with `perspt mcp add` and `perspt mcp import`; then try `perspt config check` and `perspt mcp inspect`.",
      { tone: "dim" },
    ),
  ]);
}
