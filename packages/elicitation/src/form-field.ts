import type { ElicitationJson, FormElicitationRequest, FormValue } from "./elicitation-provider.js";

/** One field of a form, read from the server's schema. Its words are the server's: untrusted, to be sanitised where shown. */
export interface FormField {
  /** Its name in the answer's `content`. */
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly isRequired: boolean;
  readonly type: FormFieldType;
  /** What the server proposes (F4); null where it proposes nothing that the field can hold. */
  readonly proposed: FormValue | null;
}

/** What a field can hold (F3). `choices` takes several; `unknown` is a shape that forms do not have, so that only its text can be shown. */
export type FormFieldType =
  | { readonly kind: "text" }
  | { readonly kind: "number" }
  | { readonly kind: "integer" }
  | { readonly kind: "boolean" }
  | { readonly kind: "choice"; readonly choices: readonly FormChoice[] }
  | { readonly kind: "choices"; readonly choices: readonly FormChoice[] }
  | { readonly kind: "unknown" };

/** One of the values that a field offers. */
export interface FormChoice {
  /** What the answer holds. */
  readonly value: string;
  /** What a person is shown; the value itself where the server gives no title. */
  readonly title: string;
}

/** The form's fields, in the server's order, for a provider that asks field by field. Pure and total: whatever came, this reads it. */
export function readFormFields({
  requestedSchema,
}: Pick<FormElicitationRequest, "requestedSchema">): readonly FormField[] {
  const properties = member(requestedSchema, "properties");
  const required = member(requestedSchema, "required");
  const names = new Set(isList(required) ? required : []);
  if (!isObject(properties)) return [];
  return Object.entries(properties).map(([name, schema]) => {
    const type = fieldType(schema);
    return {
      name,
      title: text(schema, "title"),
      description: text(schema, "description"),
      isRequired: names.has(name),
      type,
      proposed: proposedValue(type, member(schema, "default")),
    };
  });
}

const PLAIN_TYPES: ReadonlyMap<unknown, FormFieldType> = new Map([
  ["string", { kind: "text" }],
  ["number", { kind: "number" }],
  ["integer", { kind: "integer" }],
  ["boolean", { kind: "boolean" }],
]);

function fieldType(schema: ElicitationJson): FormFieldType {
  const choices = readChoices(schema, "oneOf");
  if (choices !== null) return { kind: "choice", choices };
  const type = member(schema, "type");
  const several = type === "array" ? readChoices(member(schema, "items"), "anyOf") : null;
  if (several !== null) return { kind: "choices", choices: several };
  return PLAIN_TYPES.get(type) ?? { kind: "unknown" };
}

/** `enum` with or without the older `enumNames`, or a list of `{ const, title }`. Null where there is neither. */
function readChoices(
  schema: ElicitationJson | undefined,
  titled: "oneOf" | "anyOf",
): readonly FormChoice[] | null {
  const list = member(schema, titled);
  if (isList(list)) {
    return list.flatMap((entry) => {
      const value = text(entry, "const");
      return value === null ? [] : [{ value, title: text(entry, "title") ?? value }];
    });
  }
  const values = member(schema, "enum");
  if (!isList(values)) return null;
  const titles = member(schema, "enumNames");
  return values.flatMap((value, index) => {
    if (typeof value !== "string") return [];
    const title = isList(titles) ? titles[index] : undefined;
    return [{ value, title: typeof title === "string" ? title : value }];
  });
}

function proposedValue(type: FormFieldType, value: ElicitationJson | undefined): FormValue | null {
  switch (type.kind) {
    case "text":
      return typeof value === "string" ? value : null;
    case "number":
      return typeof value === "number" ? value : null;
    case "integer":
      return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "choice":
      return type.choices.find((choice) => choice.value === value)?.value ?? null;
    case "choices": {
      if (!isList(value)) return null;
      const known = new Set(type.choices.map((choice) => choice.value));
      const chosen = value.flatMap((entry) =>
        typeof entry === "string" && known.has(entry) ? [entry] : [],
      );
      return chosen.length === value.length ? chosen : null;
    }
    case "unknown":
      return null;
  }
}

/** An own member of an object; undefined for anything else. */
function member(value: ElicitationJson | undefined, name: string): ElicitationJson | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function text(value: ElicitationJson | undefined, name: string): string | null {
  const found = member(value, name);
  return typeof found === "string" ? found : null;
}

function isObject(
  value: ElicitationJson | undefined,
): value is { readonly [name: string]: ElicitationJson } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isList(value: ElicitationJson | undefined): value is readonly ElicitationJson[] {
  return Array.isArray(value);
}
