import type { ConfigProblemCode } from "@perspt/config";
import type { JournalErrorCode } from "@perspt/journal";
import type { JsonProblemCode } from "@perspt/json";
import type { AuthorityRefusalCode, Decision } from "@perspt/kernel";
import type { CallErrorCode, McpClientErrorCode } from "@perspt/mcp-client";
import type { CatalogRefusalCode, RejectionCode } from "@perspt/policy";

/** What only the host says. Stable. */
export type HostCode =
  | "no_such_operation"
  | "invalid_arguments"
  | "not_enabled"
  | "not_connected"
  | "server_not_configured"
  | "no_task"
  | "call_running"
  /** A request of a call that has no durable intent. */
  | "no_intent"
  /** The message names another operation than was decided. */
  | "operation_changed"
  | "sampling_budget"
  /** A local operation threw. */
  | "operation_threw"
  | "outcome_not_recorded"
  /** Something on this side broke. */
  | "unexpected";

/**
 * Everything that the host reports of a server, or refuses a call with: its own codes and those of the packages that it asks. A call that
 * was executed may end with a code of whoever executed it beside these.
 */
export type HostProblemCode =
  | HostCode
  | ConfigProblemCode
  | McpClientErrorCode
  | CallErrorCode
  | CatalogRefusalCode
  | RejectionCode
  | Decision["rule"]
  | AuthorityRefusalCode
  | JsonProblemCode
  | JournalErrorCode;
