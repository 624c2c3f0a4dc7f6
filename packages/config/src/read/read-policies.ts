import { isReservedEffect } from "@perspt/kernel";
import {
  isRemoteName,
  RESERVED_NAME_PREFIX,
  type ToolPolicies,
  type ToolPolicy,
} from "@perspt/policy";
import type { TomlValue } from "smol-toml";
import * as v from "valibot";
import { isTomlTable } from "../toml/toml-value.js";
import { describeValue } from "../words/describe-value.js";
import { add, remove, write } from "../words/fix.js";
import { writeKey, writePair } from "../words/toml-words.js";
import { checkKeys } from "./check-keys.js";
import { effect, pin, risk } from "./field-schemas.js";
import { readFields } from "./read-fields.js";
import { cautiousFootprint, readBindings, readFootprint } from "./read-footprint.js";
import type { TableScope } from "./table-scope.js";

export const POLICY_KEYS = ["effect", "risk", "footprint", "proposal_bindings", "pin"];

/** Reads the policy tables of one server, by exact remote name. */
export function readPolicies(server: TableScope): ToolPolicies {
  if (!server.has("tools")) return new Map();
  const tools = server.open(["tools"], server.get("tools"), {
    expected: "a table [external_tools.tools.NAME] for each tool",
    fix: remove("tools", "and write a table for each tool"),
  });
  if (tools === null) return new Map();
  const policies = new Map<string, ToolPolicy>();
  for (const [name, value] of Object.entries(tools.table)) {
    checkName(tools, name);
    const policy = readPolicy(tools, name, value);
    if (policy !== null) policies.set(name, policy);
  }
  return policies;
}

function checkName(tools: TableScope, name: string): void {
  if (name.startsWith(RESERVED_NAME_PREFIX)) {
    tools.problem({
      path: [name],
      code: "reserved_name",
      expected: `a name that does not begin with ${RESERVED_NAME_PREFIX}`,
      received: "a name of Perspt's own operations on resources and prompts, which need no policy",
      fix: remove(headerOf(name)),
    });
  } else if (!isRemoteName(name)) {
    tools.warning({
      path: [name],
      code: "unadmittable_name",
      expected: "letters, digits, _, . and -, at most 128: no other tool is ever admitted",
      received: describeValue(name),
      fix: remove(headerOf(name)),
    });
  }
}

function readPolicy(tools: TableScope, name: string, value: TomlValue): ToolPolicy | null {
  const policy = tools.open([name], value, {
    expected: "a table with effect, risk and footprint",
    fix: write(writePair(name, {})),
  });
  if (policy === null) return null;
  checkKeys(policy, POLICY_KEYS, (key, inner) =>
    policy.report.hasHeader([...policy.path, key]) ? adviseOnDottedName(name, key, inner) : null,
  );
  const fields = readFields(policy, {
    effect: v.optional(effect),
    risk: v.optional(risk, "high"),
    pin: v.optional(pin),
  });
  const footprint = readFootprint(policy);
  const proposalBindings = readBindings(policy);
  if (fields === null) return null;
  if (fields.effect === undefined) warnOfOpacity(policy, "effect", "run_shell");
  else if (isReservedEffect(fields.effect)) warnOfReservedEffect(policy, fields.effect);
  if (!policy.has("footprint")) warnOfOpacity(policy, "footprint", cautiousFootprint(policy));
  return {
    effect: fields.effect ?? null,
    risk: fields.risk,
    footprint,
    proposalBindings,
    pin: fields.pin ?? null,
  };
}

/** TOML reads `[….tools.a.b]` as a table in a table; the tool `a.b` needs quotes. */
function adviseOnDottedName(
  name: string,
  key: string,
  inner: TomlValue | undefined,
): string | null {
  if (!isTomlTable(inner) || !POLICY_KEYS.some((known) => Object.hasOwn(inner, known))) return null;
  const meant = `${name}.${key}`;
  return write(headerOf(meant), "if the tool's name is one name with a dot");
}

function headerOf(name: string): string {
  return `[external_tools.tools.${writeKey(name)}]`;
}

function warnOfOpacity(policy: TableScope, key: string, example: TomlValue): void {
  policy.warning({
    path: [key],
    code: "opaque_policy",
    expected: `${key}, without which the tool counts as an opaque shell and is not admitted`,
    received: "no such key",
    fix: add(writePair(key, example), "or what is true of this tool"),
  });
}

function warnOfReservedEffect(policy: TableScope, reserved: string): void {
  policy.warning({
    path: ["effect"],
    code: "reserved_effect",
    expected: "an effect that can be granted",
    received: `${reserved}, a word that is reserved for later`,
    fix: remove("effect"),
  });
}
