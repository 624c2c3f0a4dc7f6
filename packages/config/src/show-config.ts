import { isJsonObject, type JsonValue } from "@perspt/json";
import type { TomlValue } from "smol-toml";
import { describeConfig } from "./describe-config.js";
import type { PersptConfig, SourcePosition } from "./perspt-config.js";
import { readSource } from "./read-source.js";
import { LineTable } from "./toml/text-range.js";
import { TomlIndex, type TomlPath } from "./toml/toml-index.js";
import { writeKey, writePair } from "./words/toml-words.js";

/** A table of the effective configuration, whether the file has it or not. */
export interface ShownTable {
  /** As TOML heads it: `[[external_tools]]`, `[external_tools.tools.search]`, `[chat]`. */
  readonly header: string;
  /** Null where the file does not have it. */
  readonly position: SourcePosition | null;
  readonly settings: readonly ShownSetting[];
}

export interface ShownSetting {
  readonly key: string;
  readonly value: JsonValue;
  /** `key = value` on one line. */
  readonly toml: string;
  /** Where the file says so; null for a default. */
  readonly position: SourcePosition | null;
  /** The names of the variables that are read for it. */
  readonly variables: readonly string[];
}

/**
 * Every setting that holds, in the order and the words of a file, with the place that it comes from. `source` is the content that `config`
 * was parsed from. Of secrets there are only the names of variables, as in `describeConfig`. A setting that may be left out, and is, is
 * left out here as well.
 */
export function showConfig(
  config: PersptConfig,
  source: string | Uint8Array,
): readonly ShownTable[] {
  const content = readSource(source, config.file);
  if (content.kind === "refused") throw new TypeError("a configuration is shown with its own text");
  const show = tablesOf(content.text);
  const { model, models, chat, agent, tui, external_tools: servers } = describeConfig(config);
  const showTui = (table: JsonValue | undefined) => {
    const { keys = {}, ...settings } = isJsonObject(table) ? table : {};
    const bound = membersOf(keys).length === 0 ? [] : show("[tui.keys]", ["tui", "keys"], keys);
    return [...show("[tui]", ["tui"], settings), ...bound];
  };
  return [
    ...(model === null ? [] : show("[model]", ["model"], model)),
    ...membersOf(models).flatMap(([name, route]) =>
      show(`[models.${writeKey(name)}]`, ["models", name], route),
    ),
    ...show("[chat]", ["chat"], chat),
    ...show("[agent]", ["agent"], agent),
    ...showTui(tui),
    ...elementsOf(servers).flatMap((server, index) => {
      const path = ["external_tools", index];
      const { tools, ...settings } = isJsonObject(server) ? server : {};
      return [
        ...show("[[external_tools]]", path, settings),
        ...membersOf(tools).flatMap(([name, policy]) =>
          show(`[external_tools.tools.${writeKey(name)}]`, [...path, "tools", name], policy),
        ),
      ];
    }),
  ];
}

function tablesOf(text: string) {
  const index = new TomlIndex(text);
  const lines = new LineTable(text);
  const positionOf = (path: TomlPath): SourcePosition | null => {
    const location = index.locate(path);
    return location === null
      ? null
      : lines.positionAt(Math.min(location.key.start, location.value.start));
  };
  return (header: string, path: TomlPath, table: JsonValue | undefined): readonly ShownTable[] => [
    {
      header,
      position: positionOf(path),
      settings: membersOf(table).flatMap(([key, value]) =>
        value === null
          ? []
          : [
              {
                key,
                value,
                toml: writePair(key, tomlOf(value)),
                position: positionOf([...path, key]),
                variables: variablesOf(key, value),
              },
            ],
      ),
    },
  ];
}

function variablesOf(key: string, value: JsonValue): readonly string[] {
  switch (key) {
    case "env_from_env":
    case "headers_from_env":
      return membersOf(value).flatMap(([, name]) => (typeof name === "string" ? [name] : []));
    case "api_key_env":
      return typeof value === "string" ? [value] : [];
    default:
      return [];
  }
}

/** TOML has no null: such a member is left out. */
function tomlOf(value: JsonValue): TomlValue {
  if (isJsonObject(value)) {
    const members = membersOf(value).filter(([, member]) => member !== null);
    return Object.fromEntries(members.map(([key, member]) => [key, tomlOf(member)]));
  }
  return typeof value === "object" ? elementsOf(value).map(tomlOf) : value;
}

function membersOf(value: JsonValue | undefined): readonly [string, JsonValue][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}

function elementsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return typeof value === "object" && value !== null && !isJsonObject(value) ? value : [];
}
