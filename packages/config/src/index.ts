// Reading a configuration file.

export type {
  ConfigErrorCode,
  ConfigProblem,
  ConfigProblemCode,
  ConfigWarningCode,
} from "./config-problem.js";
export { formatProblems } from "./format-problems.js";
export { type ConfigReading, parseConfig } from "./parse-config.js";

// What it says.

export { describeConfig, hideSecrets } from "./describe-config.js";
export { lineOf, type ServerPlace } from "./line-of.js";
export type {
  AgentConfig,
  ChatConfig,
  ModelConfig,
  ModelProvider,
  PersptConfig,
  RootConfig,
  ServerConfig,
  ServerSource,
  ServerTransport,
  SourcePosition,
  TuiConfig,
} from "./perspt-config.js";
export { type ShownSetting, type ShownTable, showConfig } from "./show-config.js";
export { TUI_ACTIONS, type TuiAction } from "./tui-actions.js";

// The accepted numbers.

export {
  AGENT_TURNS,
  CHAT_TOOL_ROUNDS,
  CONTEXT_TOKENS,
  FILE_LIMIT,
  type NumberBounds,
  RESOURCE_SUBSCRIPTION_LIMIT,
  ROOT_LIMIT,
  SERVER_NUMBERS,
} from "./bounds.js";

// Editing its text.

export { addServer, serverTable } from "./edit/add-server.js";
export { checkNewServer } from "./edit/check-new-server.js";
export type { ConfigEdit, EditProblem, EditProblemCode } from "./edit/config-edit.js";
export type { NewServer, NewTransport } from "./edit/new-server.js";
export { removeServer } from "./edit/remove-server.js";
export { toServerId } from "./words/server-ids.js";

// From other programs' settings.

export type { SkippedField } from "./import/foreign-entry.js";
export {
  type ImportSkipCode,
  type ImportTarget,
  importServers,
  type ServerImport,
  type ServersImport,
} from "./import/import-servers.js";
export type { ImportedVariable, VariableContent } from "./import/map-values.js";

// From a server's table to its transport.

export type { Environment } from "./environment.js";
export {
  resolveTransport,
  type TransportDirectories,
  type TransportResolution,
} from "./resolve-transport.js";

// Where the files are, and what a first one says.

export { type ConfigPaths, configPaths, type PathInputs, type PathOrigin } from "./config-paths.js";
export { initialConfig } from "./initial-config.js";

// Places in TOML text, for hints and for splicing.

export { locateKey } from "./toml/locate-key.js";
export type { TextRange } from "./toml/text-range.js";
export type { TomlLocation, TomlPath } from "./toml/toml-index.js";
