import { isAbsolute, win32 } from "node:path";
import { declineElicitation } from "@perspt/elicitation";
import { type MemberRequirement, requireMembers } from "@perspt/json";
import type { McpHostOptions } from "./mcp-host.js";

/** The options with what was left out. */
export type ResolvedHostOptions = McpHostOptions &
  Required<Pick<McpHostOptions, "localOperations" | "approvals" | "elicitation" | "clock">>;

/**
 * Fills in what is safe to leave out: nobody is asked, everything that servers ask is declined. Throws a `TypeError` that names the first
 * option that is not of its type: what is missing here would otherwise show at the first call, or never.
 */
export function resolveHostOptions(options: McpHostOptions): ResolvedHostOptions {
  requireMembers("createMcpHost", options, HOST_OPTIONS);
  return {
    ...options,
    localOperations: options.localOperations ?? [],
    approvals: options.approvals ?? null,
    elicitation: options.elicitation ?? declineElicitation(),
    clock: options.clock ?? Date,
  };
}

const hasMethod =
  (...names: readonly string[]) =>
  (value: unknown): boolean =>
    ((typeof value === "object" && value !== null) || typeof value === "function") &&
    names.every((name) => typeof Reflect.get(value, name) === "function");

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

const isPath = (value: unknown): boolean =>
  typeof value === "string" && (isAbsolute(value) || win32.isAbsolute(value));

/** The rule holds where the member is given. */
const where = (holds: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || holds(value);

const HOST_OPTIONS: readonly MemberRequirement[] = [
  {
    name: "mode",
    expected: '"chat" or "agent"',
    holds: (value) => value === "chat" || value === "agent",
  },
  {
    name: "servers",
    expected:
      "the servers of a configuration as parseConfig of @perspt/config gives them, [] for none",
    holds: Array.isArray,
  },
  {
    name: "localOperations",
    expected: "an array of operations with definition, policy and execute",
    holds: where((value) => Array.isArray(value) && value.every(hasMethod("execute"))),
  },
  {
    name: "authority",
    expected: "what createAuthority of @perspt/kernel gave",
    holds: hasMethod("grant", "issue", "redeem"),
  },
  {
    name: "capability",
    expected: "what authority.grant(…) gave",
    holds: isObject,
  },
  {
    name: "journal",
    expected: "{ open }, where open resolves with what openJournal of @perspt/journal gives",
    holds: hasMethod("open"),
  },
  {
    name: "approvals",
    expected: "an ApprovalsPort with ask(request, signal), or null where nobody can be asked",
    holds: where((value) => value === null || hasMethod("ask")(value)),
  },
  {
    name: "elicitation",
    expected: "a McpElicitationProvider with elicit(request, signal)",
    holds: where(hasMethod("elicit")),
  },
  {
    name: "sampling",
    expected: "a McpSamplingProvider with sample(request, signal)",
    holds: where(hasMethod("sample")),
  },
  {
    name: "environment",
    expected: "the variables that servers may be given, such as process.env",
    holds: isObject,
  },
  { name: "workingDirectory", expected: "an absolute path", holds: isPath },
  {
    name: "workspace",
    expected: "an absolute path, or null for none",
    holds: (value) => value === null || isPath(value),
  },
  {
    name: "protectedPaths",
    expected: "an array of absolute paths that no call may touch",
    holds: (value) => Array.isArray(value) && value.every(isPath),
  },
  {
    name: "clientVersion",
    expected: "a version to tell servers",
    holds: (value) => typeof value === "string",
  },
  { name: "clock", expected: "a clock with now(), such as Date", holds: where(hasMethod("now")) },
];
