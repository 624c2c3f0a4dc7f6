import type { TomlValue } from "smol-toml";
import * as v from "valibot";
import { RESOURCE_SUBSCRIPTION_LIMIT, ROOT_LIMIT } from "../bounds.js";
import type { RootConfig } from "../perspt-config.js";
import { describeValue } from "../words/describe-value.js";
import { remove, write } from "../words/fix.js";
import { writePair, writeValue } from "../words/toml-words.js";
import { checkKeys } from "./check-keys.js";
import { text } from "./field-schemas.js";
import { readFields } from "./read-fields.js";
import { mendRootUri, readRootUri } from "./root-uri.js";
import type { TableScope } from "./table-scope.js";

const EXAMPLE_URI = "file:///absolute/path/to/project";
const EXAMPLE_RESOURCE = `${EXAMPLE_URI}/guide.md`;
const ROOTS_EXPECTED = 'a list of tables, such as { uri = "file:///…", name = "…" }';

/** Reads the disclosed directories, those that can be. */
export function readRoots(scope: TableScope): readonly RootConfig[] {
  const list = readList(scope, "roots", {
    limit: ROOT_LIMIT,
    expected: ROOTS_EXPECTED,
    mend: (value) => [
      { uri: typeof value === "string" ? mendRootUri(value, EXAMPLE_URI) : EXAMPLE_URI },
    ],
  });
  const roots = list.map((value, index) => readRoot(scope, index, value));
  checkRepetition(
    scope,
    "roots",
    roots.map((root) => root?.path ?? null),
  );
  return roots.filter((root) => root !== null);
}

function readRoot(scope: TableScope, index: number, value: TomlValue): RootConfig | null {
  const root = scope.open(["roots", index], value, {
    expected: ROOTS_EXPECTED,
    fix: write(
      writeValue({
        uri: typeof value === "string" ? mendRootUri(value, EXAMPLE_URI) : EXAMPLE_URI,
      }),
    ),
  });
  if (root === null) return null;
  checkKeys(root, ["uri", "name"]);
  const fields = readFields(root, { uri: text, name: v.optional(text) });
  if (fields === null) return null;
  const reading = readRootUri(fields.uri);
  if (reading.kind === "root") {
    return { uri: fields.uri, name: fields.name ?? null, path: reading.path };
  }
  root.problem({
    path: ["uri"],
    code: "invalid_root",
    expected: "file:/// and an absolute path in plain spelling",
    received: reading.received,
    fix: write(writePair("uri", mendRootUri(fields.uri, EXAMPLE_URI))),
  });
  return null;
}

/** Reads the exact resource filters. */
export function readResourceSubscriptions(scope: TableScope): readonly string[] {
  const list = readList(scope, "resource_subscriptions", {
    limit: RESOURCE_SUBSCRIPTION_LIMIT,
    expected: "a list of exact resource URIs",
    mend: (value) => [isExactUri(value) ? value : EXAMPLE_RESOURCE],
  });
  const uris = list.map((value) => (isExactUri(value) ? value : null));
  for (const [index, value] of list.entries()) {
    if (isExactUri(value)) continue;
    scope.problem({
      path: ["resource_subscriptions", index],
      code: typeof value === "string" ? "invalid_value" : "wrong_type",
      expected: "an absolute URI without blanks and without a template",
      received: describeValue(value),
      fix: write(writeValue(EXAMPLE_RESOURCE)),
    });
  }
  checkRepetition(scope, "resource_subscriptions", uris);
  return uris.filter((uri) => uri !== null);
}

function isExactUri(value: TomlValue): value is string {
  return typeof value === "string" && URL.canParse(value) && !/[\s\p{Cc}{}\\]/u.test(value);
}

/** A list within its bound; empty where there is none, or none to be read. */
function readList(
  scope: TableScope,
  key: string,
  rule: {
    readonly limit: number;
    readonly expected: string;
    /** A list to propose in place of this value. */
    readonly mend: (value: TomlValue) => TomlValue;
  },
): readonly TomlValue[] {
  const value = scope.get(key);
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    scope.problem({
      path: [key],
      code: "wrong_type",
      expected: rule.expected,
      received: describeValue(value),
      fix: write(writePair(key, rule.mend(value))),
    });
    return [];
  }
  if (value.length <= rule.limit) return value;
  scope.problem({
    path: [key],
    code: "too_many",
    expected: `at most ${rule.limit}`,
    received: `a list of ${value.length}`,
    fix: write(writePair(key, []), `or keep the ${rule.limit} that matter most`),
  });
  return [];
}

/** Reports what stands twice in a list of texts. */
export function checkRepetition(
  scope: TableScope,
  key: string,
  /** Null for an element that is reported already. */
  values: readonly (string | null)[],
): void {
  const repeated = values.flatMap((value, index) =>
    value !== null && values.indexOf(value) < index ? [index] : [],
  );
  for (const index of repeated) {
    scope.problem({
      path: [key, index],
      code: "duplicate_value",
      expected: "each value once",
      received: `${describeValue(values[index])} again`,
      fix: remove(`${key}[${index}]`),
    });
  }
}
