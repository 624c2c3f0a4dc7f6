import {
  type ConfigPaths,
  describeConfig,
  type ShownSetting,
  type ShownTable,
  showConfig,
} from "@perspt/config";
import type { JsonObject } from "@perspt/json";
import { isVariableSet } from "../../environment-variables.js";
import type { Machine } from "../../machine/machine.js";
import { BLANK, type Block, line, span } from "../../output/blocks.js";
import { type CommandResult, success } from "../../output/command-result.js";
import { loadConfig, warningNotes } from "../../settings/load-config.js";

type Environment = Machine["environment"];

/** `perspt config show`: what holds, defaults filled in, and where each setting comes from. Reads no variable but whether it is set. */
export async function showSettings(
  paths: ConfigPaths,
  { files, environment }: Pick<Machine, "files" | "environment">,
): Promise<CommandResult> {
  const loading = await loadConfig(files, paths.configFile);
  if (loading.kind === "failed") return loading.result;
  const { config, content, warnings } = loading;
  const tables = showConfig(config, content);
  const { file: _file, ...configuration } = describeConfig(config);
  return success(
    {
      config: { path: paths.configFile, origin: paths.configOrigin },
      state: { path: paths.stateDirectory, origin: paths.stateOrigin },
      configuration,
      tables: tables.map((table) => tableDocument(table, environment)),
    },
    [
      line(span(`# configuration: ${placeText(paths.configFile, paths.configOrigin)}`, "dim")),
      line(span(`# journals: ${placeText(paths.stateDirectory, paths.stateOrigin)}`, "dim")),
      ...tables.flatMap((table) => tableBlocks(table, environment)),
    ],
    warningNotes(warnings),
  );
}

function placeText(path: string, origin: ConfigPaths["configOrigin"]): string {
  return `${path}, ${origin === "default" ? "by default" : `from ${origin}`}`;
}

function tableDocument(
  { header, position, settings }: ShownTable,
  environment: Environment,
): JsonObject {
  return {
    header,
    line: position?.line ?? null,
    settings: settings.map(({ key, value, position: place, variables }) => ({
      key,
      value,
      origin: place === null ? "default" : "file",
      line: place?.line ?? null,
      variables: variables.map((name) => ({ name, set: isVariableSet(environment, name) })),
    })),
  };
}

/** TOML, with the places as comments. */
function tableBlocks(table: ShownTable, environment: Environment): readonly Block[] {
  return [
    BLANK,
    line(span(table.header, "strong"), span(originText(table.position), "dim")),
    ...table.settings.map((setting) => settingLine(setting, environment)),
  ];
}

function settingLine({ toml, position, variables }: ShownSetting, environment: Environment): Block {
  const unset = variables.filter((name) => !isVariableSet(environment, name));
  const set = variables.filter((name) => isVariableSet(environment, name));
  return line(
    toml,
    span(originText(position), "dim"),
    ...(set.length === 0 ? [] : [span(`, set: ${set.join(", ")}`, "dim")]),
    ...(unset.length === 0 ? [] : [span(`, not set: ${unset.join(", ")}`, "warning")]),
  );
}

function originText(position: ShownTable["position"]): string {
  return position === null ? "  # default" : `  # line ${position.line}`;
}
