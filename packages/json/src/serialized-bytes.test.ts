import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type JsonValue, parseJson } from "./json-value.js";
import { serializedBytes, serializesWithin } from "./serialized-bytes.js";

const written = (value: JsonValue): number => Buffer.byteLength(JSON.stringify(value));

describe("the length that a value would have when it is written", () => {
  test("is what JSON.stringify writes, for every character", () => {
    for (let code = 0; code <= 0xffff; code += 1) {
      const text = String.fromCharCode(code);
      expect(serializedBytes(text), `U+${code.toString(16)}`).toBe(written(text));
    }
  });

  test.each<[string, JsonValue]>([
    ["nothing in a list", []],
    ["nothing in an object", {}],
    ["lists in lists", [[], [1, [2]]]],
    ["numbers of every spelling", [-0, 1e21, 5e-324, 0.1, 9007199254740991, -1.5]],
    ["words", [true, false, null]],
    ["a whole pair, both halves, and a pair the wrong way round", ["😂", "\ud83d", "\ude02\ud83d"]],
    ["names that need escapes", { 'a"\n': 1, "ü€": { "\u0000": "" } }],
  ])("of %s", (_, value) => {
    expect(serializedBytes(value)).toBe(written(value));
  });

  test("of any value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: "binary" }), (json) => {
        const value = parseJson(JSON.stringify(json));
        expect(serializedBytes(value)).toBe(written(value));
      }),
      { numRuns: 2000 },
    );
  });

  test("is what a bound is held against, for any value and any long text", () => {
    const unit = fc.constantFrom("a", '"', "\n", "\u0001", "é", "€", "😂", "\ud83d");
    const long = fc.string({ unit, minLength: 1, maxLength: 8 }).map((text) => text.repeat(2000));
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue({ maxDepth: 5, stringUnit: "binary" }), long), (json) => {
        const value = parseJson(JSON.stringify(json));
        const bytes = written(value);
        expect(serializesWithin(value, bytes)).toBe(true);
        expect(serializesWithin(value, bytes - 1)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test("of a value that is too deep to be written", () => {
    let value: JsonValue = [];
    for (let depth = 1; depth < 100_000; depth += 1) value = [value];
    expect(serializedBytes(value)).toBe(200_000);
  });
});
