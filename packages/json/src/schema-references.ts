import { pointerSteps } from "./json-pointer.js";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "./json-value.js";
import { ownMember } from "./own-member.js";
import { subschemasOf } from "./subschemas.js";

/** A schema and where it stands in its document. */
export interface SchemaPlace {
  readonly schema: JsonValue;
  readonly pointer: string;
}

export type ReferenceTarget =
  | ({ readonly kind: "found" } & SchemaPlace)
  | { readonly kind: "not_local" }
  | { readonly kind: "unresolved" };

export interface ReferenceResolver {
  resolve(reference: string): ReferenceTarget;
}

/**
 * Finds where references lead within their own document: `#`, `#/a/pointer`, or the name of an anchor. Own members only; nothing else is
 * ever looked up or fetched (T36, T4).
 */
export function createReferenceResolver(root: JsonObject): ReferenceResolver {
  let anchors: ReadonlyMap<string, SchemaPlace> | null = null;
  return {
    resolve(reference) {
      if (!reference.startsWith("#")) return { kind: "not_local" };
      const fragment = decodeFragment(reference.slice(1));
      if (fragment === null) return { kind: "unresolved" };
      const steps = pointerSteps(fragment);
      if (steps === null) {
        anchors ??= anchorsOf(root);
        const anchored = anchors.get(fragment);
        return anchored === undefined ? { kind: "unresolved" } : { kind: "found", ...anchored };
      }
      return follow(root, steps, fragment);
    },
  };
}

function follow(root: JsonObject, steps: readonly string[], pointer: string): ReferenceTarget {
  let value: JsonValue = root;
  for (const step of steps) {
    const next = elementOrMember(value, step);
    if (next === undefined) return { kind: "unresolved" };
    value = next;
  }
  return isJsonObject(value) || typeof value === "boolean"
    ? { kind: "found", schema: value, pointer }
    : { kind: "unresolved" };
}

function elementOrMember(value: JsonValue, step: string): JsonValue | undefined {
  if (isJsonObject(value)) return ownMember(value, step);
  return isJsonArray(value) && /^(?:0|[1-9]\d*)$/.test(step) ? value[Number(step)] : undefined;
}

function decodeFragment(fragment: string): string | null {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return null;
  }
}

/** Of an anchor that is given twice the first counts; the lint refuses the second. */
function anchorsOf(root: JsonObject): ReadonlyMap<string, SchemaPlace> {
  const anchors = new Map<string, SchemaPlace>();
  const places: { schema: JsonObject; pointer: string }[] = [{ schema: root, pointer: "" }];
  // Grows while it is read: every schema of the document has its turn.
  for (const { schema, pointer } of places) {
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const name = ownMember(schema, keyword);
      if (typeof name === "string" && !anchors.has(name)) anchors.set(name, { schema, pointer });
    }
    places.push(...subschemasOf(schema, pointer));
  }
  return anchors;
}
