import type { JsonObject, JsonValue } from "./json-value.js";

/** A member that the object itself holds; names such as `constructor` come from strangers (T33). */
export function ownMember(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
