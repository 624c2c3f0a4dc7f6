import { pointerTo } from "./json-pointer.js";
import { isJsonObject, type JsonObject } from "./json-value.js";
import { ownMember } from "./own-member.js";
import { hasTextElements, possibleKinds } from "./possible-types.js";
import {
  type ObjectPlace,
  openSchema,
  type SchemaDocument,
  schemasAt,
  unconditional,
} from "./schema-closure.js";

/** What a schema says for certain about one top-level member, whatever the arguments are (governance.md, Admission, rule 7; T47). */
export type FieldResolution =
  | {
      readonly kind: "found";
      /** What the member is whenever it is there: text, or a list of nothing but text. */
      readonly type: "string" | "string_list";
      /** JSON pointer of its declaration. */
      readonly pointer: string;
    }
  | {
      readonly kind: "missing" | "conditional" | "nullable" | "wrong_type";
      /** The end of a sentence that starts with the field's name. */
      readonly because: string;
      /** JSON pointer of the declaration that does not do, or null where there is none. */
      readonly pointer: string | null;
    };

/**
 * Finds a member through `$ref`, `$defs` and `allOf`, statically. The schema must have passed `lintSchema`. Looks at own members only,
 * so a field may be called `constructor` (T33).
 */
export function resolveField(schema: JsonObject, name: string): FieldResolution {
  const document = openSchema(schema);
  const applying = unconditional(document, { schema, pointer: "" });
  const declared = applying.flatMap((place) => declarations(place, name));
  if (declared.length > 0) return judge(document, declared);
  const branch = findConditional(document, applying, name);
  return branch === null
    ? { kind: "missing", because: "is not declared in the tool's input schema", pointer: null }
    : {
        kind: "conditional",
        because: "is declared in one branch of the schema only",
        pointer: branch,
      };
}

/** A member declared by a boolean schema is declared too: it may be anything, or nothing. */
interface Declaration extends ObjectPlace {
  readonly isForbidden: boolean;
}

function declarations({ schema, pointer }: ObjectPlace, name: string): Declaration[] {
  const properties = ownMember(schema, "properties");
  const declared = isJsonObject(properties) ? ownMember(properties, name) : undefined;
  if (declared === undefined) return [];
  return [
    {
      schema: isJsonObject(declared) ? declared : {},
      pointer: pointerTo(pointerTo(pointer, "properties"), name),
      isForbidden: declared === false,
    },
  ];
}

/** All declarations apply together, so each narrows what the others allow. */
function judge(document: SchemaDocument, declared: readonly Declaration[]): FieldResolution {
  const pointer = declared[0]?.pointer ?? "";
  const allowed = declared.map((place) => possibleKinds(document, place));
  const kinds = ["text", "list", "null", "other"].filter((kind) =>
    allowed.every((each) => each.some((one) => one === kind)),
  );
  const wrong = (because: string): FieldResolution => ({ kind: "wrong_type", because, pointer });
  if (kinds.length === 0 || declared.some((place) => place.isForbidden)) {
    return wrong("is declared so that no value can pass");
  }
  const isList = declared.some((place) => hasTextElements(document, place));
  const selects = (kind: string) => kind === "text" || (kind === "list" && isList);
  const present = kinds.filter((kind) => kind !== "null");
  const [only] = present;
  if (only === undefined || present.length > 1 || !selects(only)) {
    return wrong(
      only === "list" && present.length === 1
        ? "is a list whose elements are not all text"
        : "is neither text nor a list of text",
    );
  }
  if (kinds.includes("null")) return { kind: "nullable", because: "may be null", pointer };
  return { kind: "found", type: only === "text" ? "string" : "string_list", pointer };
}

const BRANCHES = ["anyOf", "oneOf", "if", "then", "else", "not"] as const;

/** Where a branch that may or may not apply declares the member; null when none does. */
function findConditional(
  document: SchemaDocument,
  applying: readonly ObjectPlace[],
  name: string,
): string | null {
  const seen = new Set<JsonObject>();
  const pending = [...applying];
  // Grows while it is read.
  for (const place of pending) {
    for (const branch of branchesOf(place)) {
      for (const inner of unconditional(document, branch)) {
        if (seen.has(inner.schema)) continue;
        seen.add(inner.schema);
        const [declared] = declarations(inner, name);
        if (declared !== undefined) return declared.pointer;
        pending.push(inner);
      }
    }
  }
  return null;
}

function branchesOf(place: ObjectPlace): readonly ObjectPlace[] {
  const dependent = ["dependentSchemas", "dependencies"].flatMap((keyword) => {
    const schemas = ownMember(place.schema, keyword);
    if (!isJsonObject(schemas)) return [];
    const map = { schema: schemas, pointer: pointerTo(place.pointer, keyword) };
    return Object.keys(schemas).flatMap((name) => schemasAt(map, name));
  });
  return [...BRANCHES.flatMap((keyword) => schemasAt(place, keyword)), ...dependent];
}
