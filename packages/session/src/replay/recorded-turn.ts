import { isJsonObject, type JsonValue } from "@perspt/json";
import { readArguments } from "../loop/call-arguments.js";

/** A call as the model's recorded turn spells it, redacted. */
export interface ProposedCall {
  /** As the model knew the operation. */
  readonly name: string;
  /** Null where the arguments spell no value. */
  readonly arguments: JsonValue;
}

/**
 * The calls of a recorded turn, in order. A turn is an array of parts, or an object that holds its calls; null for one that this version
 * cannot read calls from.
 */
export function proposedCalls(content: JsonValue): readonly ProposedCall[] | null {
  const calls = Array.isArray(content)
    ? content.filter((part) => isJsonObject(part) && part["type"] === "tool_call")
    : isJsonObject(content)
      ? content["calls"]
      : null;
  if (!Array.isArray(calls)) return null;
  const read = calls.flatMap((call: JsonValue) => readCall(call) ?? []);
  return read.length === calls.length ? read : null;
}

function readCall(call: JsonValue): ProposedCall | null {
  if (!isJsonObject(call)) return null;
  const { name, arguments: spelled = null } = call;
  if (typeof name !== "string") return null;
  return { name, arguments: typeof spelled === "string" ? readArguments(spelled) : spelled };
}

/**
 * Whether two redacted values may be of one. What a member's name hides depends on the record that it stands in: where one of them hides
 * a member, nothing can be said of it.
 */
export function isSameWhereShown(one: JsonValue, other: JsonValue): boolean {
  if (isHidden(one) || isHidden(other)) return true;
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false;
    const pairs: readonly JsonValue[] = other;
    return one.every((element: JsonValue, index) =>
      isSameWhereShown(element, pairs[index] ?? null),
    );
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) =>
        Object.hasOwn(other, name) && isSameWhereShown(one[name] ?? null, other[name] ?? null),
    )
  );
}

function isHidden(value: JsonValue): boolean {
  return (
    isJsonObject(value) && Object.keys(value).length === 1 && typeof value["redacted"] === "string"
  );
}
