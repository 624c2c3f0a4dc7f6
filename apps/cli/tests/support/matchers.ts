import { expect } from "vitest";

/** A text that a pattern matches, inside an expected value. */
export function textLike(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

/** Any number, inside an expected value. */
export function aNumber(): unknown {
  return expect.any(Number);
}

/** The members of a JSON text that has to be an object. */
export function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Error(`expected a JSON object, received ${text}`);
  }
  return { ...value };
}
