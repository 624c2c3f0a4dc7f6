// Reading a configuration file.

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
// Where files are, and what a first one says.
export { type ConfigPaths, configPaths, type PathInputs, type PathOrigin } from "./config-paths.js";
export type {
  ConfigErrorCode,
  ConfigProblem,
  ConfigProblemCode,
  ConfigWarningCode,
} from "./config-problem.js";
// From a server's table to its transport.
export type { Environment } from "./environment.js";
export { formatProblems } from "./format-problems.js";
export { initialConfig } from "./initial-config.js";
export { type ConfigReading, parseConfig } from "./parse-config.js";
// What it says.
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
} from "./perspt-config.js";
export {
  resolveTransport,
  type TransportDirectories,
  type TransportResolution,
} from "./resolve-transport.js";
// Places in TOML text, for hints and for splicing.
export { locateKey } from "./toml/locate-key.js";
export type { TextRange } from "./toml/text-range.js";
export type { TomlLocation, TomlPath } from "./toml/toml-index.js";
