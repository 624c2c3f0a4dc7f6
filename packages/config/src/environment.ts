/** Environment variables: a map, or an object such as `process.env`. */
export type Environment =
  | ReadonlyMap<string, string>
  | Readonly<Record<string, string | undefined>>;

/** A variable's value as it stands; null when it is not set. What an object inherits is no variable (T33). */
export function lookUp(environment: Environment, name: string): string | null {
  if (environment instanceof Map) {
    const value: unknown = environment.get(name);
    return typeof value === "string" ? value : null;
  }
  const value: unknown = Object.hasOwn(environment, name)
    ? Object.getOwnPropertyDescriptor(environment, name)?.value
    : undefined;
  return typeof value === "string" ? value : null;
}
