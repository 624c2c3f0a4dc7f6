import { isJsonObject, type JsonObject } from "@perspt/json";

/** A value of a type of its own as the JSON that it is printed as. Throws a `TypeError` for one that is no object there. */
export function plainObject(value: object): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(value));
  if (!isJsonObject(copy)) throw new TypeError("an object is printed as one");
  return copy;
}
