import type { JsonObject } from "@perspt/json";
import type { TransportConfig } from "@perspt/transport";
import type { TestedServer } from "./connect-to-server.js";

/** What is looked at, in this order. */
export type ServerCheckName =
  /** `server/discover` is answered as the protocol has it. */
  | "discover"
  /** Every list that the capabilities promise is read to its last page. */
  | "lists"
  /** Discovery and lists carry `resultType`, `ttlMs` and `cacheScope`. */
  | "cache_hints"
  /** Names and schemas of tools are such that hosts can offer them. */
  | "tool_definitions"
  /** The given calls end as they should. */
  | "calls"
  | "unknown_tool"
  | "unknown_method"
  | "unknown_version"
  /** Nothing but protocol came where the protocol is spoken. */
  | "clean_output";

/** What one check found. */
export type ServerFinding =
  | { readonly kind: "passed" }
  /** One sentence for each thing that is wrong: what was expected, what came. They quote the server, bounded. */
  | { readonly kind: "failed"; readonly problems: readonly [string, ...string[]] }
  | { readonly kind: "skipped"; readonly reason: string };

/** One check and what it found. */
export interface ServerCheck {
  readonly name: ServerCheckName;
  readonly finding: ServerFinding;
}

/** A call to make of the server under test. */
export interface ExpectedCall {
  readonly tool: string;
  readonly arguments?: JsonObject;
  /** `tool_error` for arguments that the tool should turn down; `completed` unless given. */
  readonly ends?: "completed" | "tool_error";
}

/** What a check works with. */
export interface CheckContext {
  readonly server: TestedServer;
  readonly transport: TransportConfig;
  readonly calls: readonly ExpectedCall[];
  readonly timeoutMs: number;
}

export const passed: ServerFinding = { kind: "passed" };

export function skipped(reason: string): ServerFinding {
  return { kind: "skipped", reason };
}

/** Passed where there is no problem. */
export function judged(problems: readonly string[]): ServerFinding {
  const [first, ...others] = problems;
  return first === undefined ? passed : { kind: "failed", problems: [first, ...others] };
}
