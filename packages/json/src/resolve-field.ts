import { isJsonObject, type JsonObject, type JsonValue } from "./json-value.js";
import { resolveReference } from "./local-reference.js";

/**
 * What a schema says for certain about one top-level member, whatever the arguments are (governance.md, Admission, rule 7; T47).
 * `because` is the end of a sentence that starts with the field's name.
 */
export type FieldResolution =
  | { readonly kind: "found"; readonly type: "string" | "string_list" }
  | {
      readonly kind: "missing" | "conditional" | "nullable" | "wrong_type";
      readonly because: string;
    };

/** Schemas that apply to a value in any case: itself, what it refers to, and all of `allOf`. Bounded by the schema's own size. */
function unconditional(root: JsonObject, start: JsonObject): readonly JsonObject[] {
  const closure = new Set<JsonObject>();
  const pending: JsonObject[] = [start];
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    if (closure.has(schema)) continue;
    closure.add(schema);
    const reference = own(schema, "$ref");
    if (typeof reference === "string") {
      const target = resolveReference(root, reference);
      if (target.kind === "found" && isJsonObject(target.schema)) pending.push(target.schema);
    }
    pending.push(...schemasIn(own(schema, "allOf")));
  }
  return [...closure];
}

/** The schema must have passed `lintSchema`. Looks at own members only. */
export function resolveField(schema: JsonObject, name: string): FieldResolution {
  const applying = unconditional(schema, schema);
  const declared = applying.flatMap((one) => propertySchemas(one, name));
  if (declared.length > 0) return judge(schema, declared);
  return isConditional(schema, applying, name)
    ? { kind: "conditional", because: "is declared in one branch of the schema only" }
    : { kind: "missing", because: "is not declared in the tool's input schema" };
}

function judge(root: JsonObject, declared: readonly JsonObject[]): FieldResolution {
  const applying = declared.flatMap((one) => unconditional(root, one));
  const kinds = applying.map((one) => kindOf(root, one));
  if (kinds.includes("string")) return { kind: "found", type: "string" };
  if (kinds.includes("string_list")) return { kind: "found", type: "string_list" };
  if (kinds.includes("nullable")) return { kind: "nullable", because: "may be null" };
  return { kind: "wrong_type", because: "is neither text nor a list of text" };
}

type Kind = "string" | "string_list" | "nullable" | "other" | "unknown";

function kindOf(root: JsonObject, schema: JsonObject): Kind {
  const constant = own(schema, "const");
  const choices = own(schema, "enum");
  const values = constant !== undefined ? [constant] : Array.isArray(choices) ? choices : [];
  const type = own(schema, "type");
  const types: readonly JsonValue[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  if (types.includes("null") || values.includes(null)) return "nullable";
  if (
    schemasIn(own(schema, "anyOf"))
      .concat(schemasIn(own(schema, "oneOf")))
      .some((branch) => own(branch, "type") === "null")
  ) {
    return "nullable";
  }
  if (types.length === 1 && types[0] === "string") return "string";
  if (types.length === 0 && values.length > 0) {
    return values.every((value) => typeof value === "string") ? "string" : "other";
  }
  if (types.length === 1 && types[0] === "array")
    return hasTextElements(root, schema) ? "string_list" : "other";
  return types.length === 0 ? "unknown" : "other";
}

function hasTextElements(root: JsonObject, schema: JsonObject): boolean {
  const items = own(schema, "items");
  // Elements that `prefixItems` describes one by one could be of other types.
  if (!isJsonObject(items) || Object.hasOwn(schema, "prefixItems")) return false;
  return unconditional(root, items).some((one) => {
    const constantText = typeof own(one, "const") === "string";
    const choices = own(one, "enum");
    const allText =
      Array.isArray(choices) &&
      choices.length > 0 &&
      choices.every((value) => typeof value === "string");
    return own(one, "type") === "string" || constantText || allText;
  });
}

/** Whether any branch that may or may not apply declares the member. */
function isConditional(root: JsonObject, applying: readonly JsonObject[], name: string): boolean {
  const seen = new Set<JsonObject>(applying);
  const pending = applying.flatMap(branches);
  for (let branch = pending.pop(); branch !== undefined; branch = pending.pop()) {
    for (const schema of unconditional(root, branch)) {
      if (seen.has(schema)) continue;
      seen.add(schema);
      if (propertySchemas(schema, name).length > 0) return true;
      pending.push(...branches(schema));
    }
  }
  return false;
}

function branches(schema: JsonObject): readonly JsonObject[] {
  const dependent = own(schema, "dependentSchemas");
  return [
    ...["anyOf", "oneOf", "if", "then", "else", "not"].flatMap((keyword) =>
      schemasIn(own(schema, keyword)),
    ),
    ...(isJsonObject(dependent) ? Object.values(dependent).flatMap(schemasIn) : []),
  ];
}

function propertySchemas(schema: JsonObject, name: string): readonly JsonObject[] {
  const properties = own(schema, "properties");
  if (!isJsonObject(properties)) return [];
  const property = own(properties, name);
  return isJsonObject(property) ? [property] : [];
}

function schemasIn(value: JsonValue | undefined): JsonObject[] {
  if (Array.isArray(value)) return value.filter(isJsonObject);
  return isJsonObject(value) ? [value] : [];
}

function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
