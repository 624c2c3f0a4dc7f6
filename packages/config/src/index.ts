// What the file says.

// What is wrong with it.
export type {
  ConfigErrorCode,
  ConfigProblem,
  ConfigProblemCode,
  ConfigWarningCode,
} from "./config-problem.js";
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
