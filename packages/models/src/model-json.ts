/** A JSON value; declared here so that a route needs nothing but this package. */
export type ModelJson = string | number | boolean | null | readonly ModelJson[] | ModelJsonObject;

export interface ModelJsonObject {
  readonly [name: string]: ModelJson;
}

export function isModelJsonObject(value: unknown): value is ModelJsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
