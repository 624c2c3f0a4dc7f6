/** What one member of an options object has to be. */
export interface MemberRequirement {
  readonly name: string;
  /** The rest of a sentence that starts with "expected": `a Map of names to values`. */
  readonly expected: string;
  readonly holds: (value: unknown) => boolean;
}

/**
 * The contract of a function that takes an object, for callers whose compiler did not hold them to it. Throws a `TypeError` that names the
 * first member that is wrong, what was expected and the kind of what came; never the value itself, which may be a secret (T21).
 */
export function requireMembers(
  what: string,
  given: unknown,
  requirements: readonly MemberRequirement[],
): void {
  if (typeof given !== "object" || given === null) {
    throw new TypeError(`${what}: expected an object; got ${kindOf(given)}.`);
  }
  for (const { name, expected, holds } of requirements) {
    const value: unknown = Reflect.get(given, name);
    if (!holds(value)) {
      throw new TypeError(`${what}: expected ${name} to be ${expected}; got ${kindOf(value)}.`);
    }
  }
}

function kindOf(value: unknown): string {
  switch (typeof value) {
    case "undefined":
      return "nothing";
    case "object":
      return objectKind(value);
    case "string":
      return value === "" ? "an empty string" : "a string";
    case "number":
      return `the number ${value}`;
    case "boolean":
    case "bigint":
    case "symbol":
    case "function":
      return `a ${typeof value}`;
  }
}

/** `[object Map]` is a Map. */
function objectKind(value: object | null): string {
  if (value === null) return "null";
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  if (kind === "Object") return "an object";
  return kind === "Array" ? "an array" : `a ${kind}`;
}
