import { pointerSteps } from "./json-pointer.js";
import { isJsonObject, type JsonObject, type JsonValue } from "./json-value.js";

export type ReferenceTarget =
  | { readonly kind: "found"; readonly schema: JsonValue; readonly pointer: string }
  | { readonly kind: "not_local" }
  | { readonly kind: "unresolved" };

/**
 * Where a `$ref` leads within its own document: `#`, `#/a/pointer`, or the name of an anchor. Own members only; nothing else is ever
 * looked up or fetched (T36, T4).
 */
export function resolveReference(
  root: JsonObject,
  reference: string,
  anchors: ReadonlyMap<string, JsonObject> = new Map(),
): ReferenceTarget {
  if (!reference.startsWith("#")) return { kind: "not_local" };
  const fragment = decodeFragment(reference.slice(1));
  if (fragment === null) return { kind: "unresolved" };
  const steps = pointerSteps(fragment);
  if (steps === null) {
    const anchored = anchors.get(fragment);
    return anchored === undefined
      ? { kind: "unresolved" }
      : { kind: "found", schema: anchored, pointer: fragment };
  }
  let value: JsonValue = root;
  for (const step of steps) {
    const next = member(value, step);
    if (next === undefined) return { kind: "unresolved" };
    value = next;
  }
  return isJsonObject(value) || typeof value === "boolean"
    ? { kind: "found", schema: value, pointer: fragment }
    : { kind: "unresolved" };
}

function member(value: JsonValue, step: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(step) ? value[Number(step)] : undefined;
  if (isJsonObject(value) && Object.hasOwn(value, step)) return value[step];
  return undefined;
}

function decodeFragment(fragment: string): string | null {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return null;
  }
}
