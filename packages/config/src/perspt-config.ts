import type { EffectKind } from "@perspt/kernel";
import type { Mode, ToolPolicies } from "@perspt/policy";
import type { TuiAction } from "./tui-actions.js";

/** One configuration file, every default filled in. Times are milliseconds, sizes bytes. */
export interface PersptConfig {
  /** The file's name as it was given to `parseConfig`. */
  readonly file: string;
  /** The `[[external_tools]]` tables in the file's order. Empty: MCP is absent. */
  readonly servers: readonly ServerConfig[];
  /** The route of `[model]`; null when there is none. */
  readonly model: ModelConfig | null;
  /** The routes of `[models.NAME]`, by name. */
  readonly models: ReadonlyMap<string, ModelConfig>;
  readonly chat: ChatConfig;
  readonly agent: AgentConfig;
  readonly tui: TuiConfig;
}

/** One `[[external_tools]]` table. */
export interface ServerConfig {
  /** `[A-Za-z0-9][A-Za-z0-9_-]{0,31}`, unique in its file even ignoring case (T44). */
  readonly id: string;
  readonly transport: ServerTransport;
  /** One or both, without repetition, in the order written. */
  readonly modes: readonly Mode[];
  /** Deadline of each request and of discovery. */
  readonly timeoutMs: number;
  /** Longest accepted serialized result, and raw server-sent event. */
  readonly maxResultBytes: number;
  /** Overall deadline across task polls and input rounds. */
  readonly maxTaskWaitMs: number;
  /** Empty: roots are not advertised. */
  readonly roots: readonly RootConfig[];
  readonly sampling: boolean;
  readonly maxSamplingTokens: number;
  readonly elicitation: boolean;
  readonly subscriptions: boolean;
  readonly resourceSubscriptions: readonly string[];
  readonly tasks: boolean;
  readonly policies: ToolPolicies;
  /** Where the file says so; null for a configuration that was built in code. */
  readonly source: ServerSource | null;
}

/** How to reach a server, before any environment variable is read. */
export type ServerTransport =
  | {
      readonly kind: "stdio";
      readonly command: readonly [string, ...string[]];
      /** The child's variable → the variable that its value is read from. */
      readonly environmentSources: ReadonlyMap<string, string>;
      readonly maxStderrBytes: number;
    }
  | {
      readonly kind: "streamable_http";
      readonly url: string;
      /** The header → the variable that its value is read from. */
      readonly headerSources: ReadonlyMap<string, string>;
    };

/** A directory disclosed to one server. */
export interface RootConfig {
  /** As written: `file:///…`. */
  readonly uri: string;
  readonly name: string | null;
  /** The directory of the URI: absolute, decoded once, without `.`, `..` or empty segments (T73). Links are not followed. */
  readonly path: string;
}

/** A route to a language model. The key itself is never here: `apiKeyEnv` names the variable that holds it. */
export interface ModelConfig {
  readonly provider: ModelProvider;
  /** Null for `rehearsal` alone. */
  readonly model: string | null;
  readonly baseUrl: string | null;
  readonly apiKeyEnv: string | null;
  /** Null: what the provider says. */
  readonly contextTokens: number | null;
}

export type ModelProvider = "openai" | "anthropic" | "google" | "openai_compatible" | "rehearsal";

export interface ChatConfig {
  readonly showReasoning: boolean;
  readonly maxToolRounds: number;
}

/** How the chat's screen behaves. */
export interface TuiConfig {
  /** Whether the wheel scrolls the chat; what is dragged is selected by the terminal where it does not. */
  readonly mouse: "wheel" | "off";
  /** How emoji are drawn: as they are, by their first sign alone, or not at all. */
  readonly emoji: "full" | "simple" | "ascii";
  /** The keys of actions that have others than by default, spelled as in the chat's help. An empty list: none. */
  readonly keys: ReadonlyMap<TuiAction, readonly string[]>;
}

export interface AgentConfig {
  /** Command lines as written; words are split as a shell would, and no shell runs. */
  readonly verify: readonly string[];
  readonly maxTurns: number;
  /** Argv prefixes that a command binding may start. Empty: none. */
  readonly commands: readonly (readonly string[])[];
  /** `host` or `host:port` for URL bindings. Empty: none. */
  readonly hosts: readonly string[];
  readonly criticalEffects: readonly EffectKind[];
}

/** A place in a text file, counted from 1; the column in UTF-16 code units. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/** Where a server's words stand, so that a hint can name the line to change. */
export interface ServerSource {
  readonly file: string;
  /** The table's header. */
  readonly table: SourcePosition;
  /** The keys of the table that were written, by TOML name. */
  readonly keys: ReadonlyMap<string, SourcePosition>;
  /** The mapped variables or headers, by the name that the server sees. */
  readonly mappings: ReadonlyMap<string, SourcePosition>;
  /** The policy tables, by exact remote name. */
  readonly tools: ReadonlyMap<string, SourcePosition>;
}
