import {
  EFFECT_KINDS,
  type Footprint,
  type FootprintSelector,
  isReadOnlyEffect,
  type ProposalBinding,
} from "@perspt/kernel";
import type { TomlTable, TomlValue } from "smol-toml";
import { describeValue } from "../words/describe-value.js";
import { add, remove, write } from "../words/fix.js";
import { isSecretName } from "../words/secrets.js";
import { writePair, writeValue } from "../words/toml-words.js";
import { checkKeys } from "./check-keys.js";
import { choice } from "./field-schemas.js";
import {
  BINDING_FIELDS,
  BINDING_KINDS,
  SELECTOR_FIELDS,
  SELECTOR_KINDS,
} from "./footprint-schemas.js";
import { readFields } from "./read-fields.js";
import type { TableScope } from "./table-scope.js";

/** The selector that says least about a tool, and so conflicts with everything. */
const OPAQUE_SELECTOR = { kind: "opaque_workspace" };

/** What is proposed where a footprint is missing or unreadable: the most that the policy's own effect can touch. */
export function cautiousFootprint(policy: TableScope): TomlTable {
  return { selectors: isReader(policy) ? [] : [OPAQUE_SELECTOR] };
}

/** A selector that writes, as the opaque one does, is no part of a read-only tool's footprint. */
function isReader(policy: TableScope): boolean {
  const effect = EFFECT_KINDS.find((kind) => kind === policy.get("effect"));
  return effect !== undefined && isReadOnlyEffect(effect);
}

/** Reads what a tool touches; null where the policy does not say. */
export function readFootprint(policy: TableScope): Footprint | null {
  const value = policy.get("footprint");
  if (value === undefined) return null;
  const meant = Array.isArray(value) ? { selectors: value } : cautiousFootprint(policy);
  const scope = policy.open(["footprint"], value, {
    expected: "a table such as { selectors = [ … ] }",
    fix: write(writePair("footprint", meant)),
  });
  if (scope === null) return null;
  checkKeys(scope, ["selectors"]);
  const mendSecret = isReader(policy) ? removeElement : () => write(writeValue(OPAQUE_SELECTOR));
  const selectors = readTables(scope, "selectors", OPAQUE_SELECTOR, (selector) =>
    readSelector(selector, mendSecret),
  );
  return { selectors };
}

/** Reads which arguments feed the proposal; empty where the policy does not say. */
export function readBindings(policy: TableScope): readonly ProposalBinding[] {
  if (!policy.has("proposal_bindings")) return [];
  const example = { kind: "path", field: "path" };
  return readTables(policy, "proposal_bindings", example, readBinding);
}

/** A list of tables, each read by `readOne`: those that can be. */
function readTables<Item>(
  scope: TableScope,
  key: string,
  example: TomlValue,
  readOne: (item: TableScope) => Item | null,
): readonly Item[] {
  const value = scope.get(key);
  const expected = "a list of tables, each with a kind";
  if (!Array.isArray(value)) {
    scope.problem({
      path: [key],
      code: value === undefined ? "missing_key" : "wrong_type",
      expected,
      received: value === undefined ? "no such key" : describeValue(value),
      fix: value === undefined ? add(writePair(key, [example])) : write(writePair(key, [example])),
    });
    return [];
  }
  return value
    .map((element, index) => {
      const fix = write(writeValue(example));
      const item = scope.open([key, index], element, { expected, fix });
      return item === null ? null : readOne(item);
    })
    .filter((item) => item !== null);
}

function readSelector(
  scope: TableScope,
  mendSecret: (scope: TableScope) => string,
): FootprintSelector | null {
  const kind = readFields(scope, { kind: choice(SELECTOR_KINDS) })?.kind;
  if (kind === undefined) return null;
  checkKeys(scope, ["kind", ...Object.keys(SELECTOR_FIELDS[kind])]);
  warnOfSecretField(scope, mendSecret(scope));
  switch (kind) {
    case "literal":
      return tagged(kind, readFields(scope, SELECTOR_FIELDS.literal));
    case "path_argument":
      return tagged(kind, readFields(scope, SELECTOR_FIELDS.path_argument));
    case "parent_manifest_of":
      return tagged(kind, readFields(scope, SELECTOR_FIELDS.parent_manifest_of));
    case "scoped_argument":
      return tagged(kind, readFields(scope, SELECTOR_FIELDS.scoped_argument));
    case "provider_rate_limit":
    case "opaque_workspace":
      return { kind };
  }
}

function readBinding(scope: TableScope): ProposalBinding | null {
  const kind = readFields(scope, { kind: choice(BINDING_KINDS) })?.kind;
  if (kind === undefined) return null;
  checkKeys(scope, ["kind", ...Object.keys(BINDING_FIELDS[kind])]);
  warnOfSecretField(scope, removeElement(scope));
  switch (kind) {
    case "path":
      return tagged(kind, readFields(scope, BINDING_FIELDS.path));
    case "command":
      return tagged(kind, readFields(scope, BINDING_FIELDS.command));
    case "url":
      return tagged(kind, readFields(scope, BINDING_FIELDS.url));
    case "multi_value":
      return tagged(kind, readFields(scope, BINDING_FIELDS.multi_value));
  }
}

function tagged<Kind extends string, Fields extends object>(
  kind: Kind,
  fields: Fields | null,
): ({ readonly kind: Kind } & Fields) | null {
  return fields === null ? null : { kind, ...fields };
}

function removeElement({ path }: TableScope): string {
  return remove(`${path.at(-2)}[${path.at(-1)}]`);
}

/** What a call touches is recorded and shown: an argument that holds a secret should not be part of it. */
function warnOfSecretField(scope: TableScope, fix: string): void {
  const field = scope.get("field");
  if (typeof field !== "string" || !isSecretName(field)) return;
  scope.warning({
    path: [],
    code: "secret_like_field",
    expected: "a field that holds no secret, because what a call touches is recorded",
    received: describeValue(field),
    fix,
  });
}
