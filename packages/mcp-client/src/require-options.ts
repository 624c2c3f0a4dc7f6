import { isJsonObject, type MemberRequirement, requireMembers } from "@perspt/json";
import type { McpRequest, ResumedTask } from "./mcp-client.js";

/**
 * The contracts of `connectMcpClient` and of a client's methods, for callers whose compiler did not hold them to it: without them a missing
 * guard would show at the first call, and a bound that is no number would bound nothing. Each throws a `TypeError`.
 */
export function requireClientOptions(options: unknown): void {
  requireMembers("connectMcpClient", options, CLIENT_OPTIONS);
}

export function requireCall(request: McpRequest, options: unknown): void {
  requireMembers(REQUEST, request, [KIND]);
  requireMembers(REQUEST, request, REQUESTS[request.kind]);
  requireMembers("client.call(…, options)", options, CALL_OPTIONS);
}

export function requireResumedTask(task: ResumedTask, options: unknown): void {
  requireMembers("client.resumeTask(task, …)", task, [
    { name: "taskId", expected: "the id of the task, as it was written down", holds: isText },
  ]);
  requireMembers(REQUEST, task.request, [KIND]);
  requireMembers(REQUEST, task.request, REQUESTS[task.request.kind]);
  requireMembers("client.resumeTask(…, options)", options, CALL_OPTIONS);
}

export function requireSignal(method: string, signal: unknown): void {
  requireMembers(method, { signal }, [SIGNAL]);
}

const REQUEST = "client.call(request, …)";

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

/** Whether these are methods of an object, own or inherited. */
const hasMethods =
  (...names: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === "object" &&
    value !== null &&
    names.every((name) => typeof Reflect.get(value, name) === "function");

/** By its shape: a signal may come from another realm. */
const isSignal = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "aborted" in value &&
  hasMethods("addEventListener", "removeEventListener")(value);

/** The rule holds where the member is given. */
const where = (holds: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || holds(value);

const SIGNAL: MemberRequirement = {
  name: "signal",
  expected: "an AbortSignal, such as AbortSignal.timeout(30_000)",
  holds: isSignal,
};

const bound = (name: string, unit: string): MemberRequirement => ({
  name,
  expected: `a number of ${unit} above 0`,
  holds: where((value) => typeof value === "number" && value > 0),
});

const CLIENT_OPTIONS: readonly MemberRequirement[] = [
  {
    name: "serverId",
    expected: 'the name that you give the server, such as "docs"',
    holds: isText,
  },
  {
    name: "transport",
    expected: 'the configuration of a transport, such as { kind: "stdio", … }',
    holds: (value) => typeof value === "object" && value !== null,
  },
  {
    name: "guard",
    expected: "a CallGuard with beforeLeg, redeem and afterLeg; allowEverything() governs nothing",
    holds: hasMethods("beforeLeg", "redeem", "afterLeg"),
  },
  {
    name: "clientInfo",
    expected: "what to call this program, { name, version }",
    holds: (value) => isJsonObject(value) && isText(value["name"]) && isText(value["version"]),
  },
  bound("timeoutMs", "milliseconds"),
  bound("maxTaskWaitMs", "milliseconds"),
  bound("maxResultBytes", "bytes"),
  {
    name: "elicitation",
    expected: "a McpElicitationProvider, an object with elicit(request, signal)",
    holds: where(hasMethods("elicit")),
  },
  {
    name: "sampling",
    expected: "{ provider }, where the provider has sample(request, signal)",
    holds: where(
      (value) =>
        typeof value === "object" &&
        value !== null &&
        hasMethods("sample")(Reflect.get(value, "provider")),
    ),
  },
  {
    name: "roots",
    expected: "an array of { uri, name }",
    holds: where((value) => Array.isArray(value)),
  },
  {
    name: "subscriptions",
    expected: "{ resources }, an array of addresses",
    holds: where((value) => isJsonObject(value) && Array.isArray(value["resources"])),
  },
  { ...SIGNAL, holds: where(isSignal) },
];

const CURSOR: MemberRequirement = {
  name: "cursor",
  expected: "null for the first page, or the cursor that the page before gave",
  holds: (value) => value === null || typeof value === "string",
};

const MAP = "a Map of names to texts, new Map() for none";

/** What each kind of request holds. */
const REQUESTS: Readonly<Record<McpRequest["kind"], readonly MemberRequirement[]>> = {
  tool: [
    {
      name: "tool",
      expected: "a tool as client.listTools gave it",
      holds: (value) => isJsonObject(value) && typeof value["name"] === "string",
    },
    { name: "arguments", expected: "an object, {} for none", holds: isJsonObject },
  ],
  resources_list: [CURSOR],
  resource_templates_list: [CURSOR],
  prompts_list: [CURSOR],
  resource_read: [
    { name: "uri", expected: "a resource's address", holds: (value) => typeof value === "string" },
  ],
  prompt_get: [
    { name: "name", expected: "a prompt's name", holds: (value) => typeof value === "string" },
    { name: "arguments", expected: MAP, holds: (value) => value instanceof Map },
  ],
  complete: [
    { name: "reference", expected: "a prompt or a resource, { kind, … }", holds: isJsonObject },
    { name: "argument", expected: "{ name, value }", holds: isJsonObject },
    { name: "context", expected: MAP, holds: (value) => value instanceof Map },
  ],
};

const KIND: MemberRequirement = {
  name: "kind",
  expected: `one of ${Object.keys(REQUESTS).join(", ")}`,
  holds: (value) => typeof value === "string" && Object.hasOwn(REQUESTS, value),
};

const CALL_OPTIONS: readonly MemberRequirement[] = [
  { name: "call", expected: "your name for this call, a text", holds: isText },
  SIGNAL,
];
