import * as v from "valibot";
import { SERVER_NUMBERS } from "../bounds.js";
import type { ServerConfig, ServerSource, SourcePosition } from "../perspt-config.js";
import { isTomlTable } from "../toml/toml-value.js";
import { remove } from "../words/fix.js";
import { checkKeys } from "./check-keys.js";
import { flag, modeList, serverId, wholeNumberOr } from "./field-schemas.js";
import { adviseOnServerKey } from "./foreign-server-keys.js";
import { readFields } from "./read-fields.js";
import { checkRepetition, readResourceSubscriptions, readRoots } from "./read-lists.js";
import { readPolicies } from "./read-policies.js";
import { readTransport, TRANSPORT_KEYS } from "./read-transport.js";
import type { TableScope } from "./table-scope.js";

const ID = { id: serverId };
const MODE_LIST = { modes: v.optional(modeList, ["agent"]) };
const SETTINGS = {
  timeout_ms: wholeNumberOr(SERVER_NUMBERS.timeout_ms),
  max_result_bytes: wholeNumberOr(SERVER_NUMBERS.max_result_bytes),
  max_sampling_tokens: wholeNumberOr(SERVER_NUMBERS.max_sampling_tokens),
  max_task_wait_ms: wholeNumberOr(SERVER_NUMBERS.max_task_wait_ms),
  sampling: v.optional(flag, false),
  elicitation: v.optional(flag, false),
  subscriptions: v.optional(flag, true),
  tasks: v.optional(flag, true),
};

export const SERVER_KEYS = [
  "id",
  ...TRANSPORT_KEYS,
  ...Object.keys(MODE_LIST),
  ...Object.keys(SETTINGS),
  "roots",
  "resource_subscriptions",
  "tools",
];

/** Reads one `[[external_tools]]` table; null, and reports, where no server can be made of it. */
export function readServer(scope: TableScope, file: string): ServerConfig | null {
  checkKeys(scope, SERVER_KEYS, adviseOnServerKey(scope));
  const id = readFields(scope, ID);
  const transport = readTransport(scope);
  const modes = readFields(scope, MODE_LIST)?.modes;
  const settings = readFields(scope, SETTINGS);
  const roots = readRoots(scope);
  const resourceSubscriptions = readResourceSubscriptions(scope);
  const policies = readPolicies(scope);
  if (modes !== undefined) checkRepetition(scope, "modes", modes);
  if (settings !== null) warnOfIdleKeys(scope, settings);
  if (id === null || transport === null || modes === undefined || settings === null) return null;
  return {
    id: id.id,
    transport,
    modes,
    timeoutMs: settings.timeout_ms,
    maxResultBytes: settings.max_result_bytes,
    maxTaskWaitMs: settings.max_task_wait_ms,
    roots,
    sampling: settings.sampling,
    maxSamplingTokens: settings.max_sampling_tokens,
    elicitation: settings.elicitation,
    subscriptions: settings.subscriptions,
    resourceSubscriptions,
    tasks: settings.tasks,
    policies,
    source: sourceOf(scope, file),
  };
}

function warnOfIdleKeys(
  scope: TableScope,
  settings: { readonly sampling: boolean; readonly subscriptions: boolean },
): void {
  if (!settings.sampling) warnOfIdleKey(scope, "max_sampling_tokens", "sampling = true");
  if (!settings.subscriptions) {
    warnOfIdleKey(scope, "resource_subscriptions", "subscriptions = true");
  }
}

function warnOfIdleKey(scope: TableScope, key: string, condition: string): void {
  if (!scope.has(key)) return;
  scope.warning({
    path: [key],
    code: "no_effect",
    expected: `${key} only with ${condition}`,
    received: `${key} without it`,
    fix: remove(key),
  });
}

function sourceOf(scope: TableScope, file: string): ServerSource {
  const positionsOf = (...path: readonly string[]) => positionsIn(scope, path);
  return {
    file,
    table: scope.report.positionOf(scope.path),
    keys: positionsOf(),
    mappings: new Map([...positionsOf("env_from_env"), ...positionsOf("headers_from_env")]),
    tools: positionsOf("tools"),
  };
}

/** Where each key of an inner table stands. */
function positionsIn(
  scope: TableScope,
  path: readonly string[],
): ReadonlyMap<string, SourcePosition> {
  const [key] = path;
  const table = key === undefined ? scope.table : scope.get(key);
  if (!isTomlTable(table)) return new Map();
  return new Map(
    Object.keys(table).map((name) => [
      name,
      scope.report.positionOf([...scope.path, ...path, name]),
    ]),
  );
}
