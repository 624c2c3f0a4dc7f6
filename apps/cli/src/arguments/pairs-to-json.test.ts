import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pairsToJson } from "./pairs-to-json.js";

describe("key=value words", () => {
  const cases: readonly (readonly [pair: string, json: string])[] = [
    ["limit=3", '{"limit":3}'],
    ["ratio=1.50", '{"ratio":1.5}'],
    ["below=-5", '{"below":-5}'],
    ["all=true", '{"all":true}'],
    ["none=null", '{"none":null}'],
    ['version="1.0"', '{"version":"1.0"}'],
    ["query=a b", '{"query":"a b"}'],
    ["query=", '{"query":""}'],
    ["expression=a=b", '{"expression":"a=b"}'],
    ["__proto__=1", '{"__proto__":1}'],
  ];
  test.each(cases)("%s is %s", (pair, json) => {
    expect(pairsToJson([pair])).toEqual({ kind: "json", text: json });
  });

  const texts: readonly (readonly [pair: string, value: string])[] = [
    ["id=012", "012"],
    ["id=9007199254740993", "9007199254740993"],
    ["id=1e400", "1e400"],
    ["id=-0", "-0"],
    ["tags=[1]", "[1]"],
    ["filter={}", "{}"],
    ["id= 3", " 3"],
    ["word=True", "True"],
    ['word="unfinished', '"unfinished'],
  ];
  test.each(texts)("%s stays the text that was typed (report 23)", (pair, value) => {
    const key = pair.slice(0, pair.indexOf("="));
    expect(pairsToJson([pair])).toEqual({ kind: "json", text: JSON.stringify({ [key]: value }) });
  });

  test("no words are an empty object", () => {
    expect(pairsToJson([])).toEqual({ kind: "json", text: "{}" });
  });

  test("a word without a key is refused", () => {
    expect(pairsToJson(["query"])).toEqual({
      kind: "misused",
      message: 'Expected an argument as key=value, received "query".',
      hint: "Write each argument as key=value, or all of them with --args JSON.",
    });
    expect(pairsToJson(["=x"]).kind).toBe("misused");
  });

  test("a key that is there twice is refused: no reading of it would be the right one", () => {
    expect(pairsToJson(["a=1", "b=2", "a=3"])).toMatchObject({
      kind: "misused",
      message: 'The argument "a" stands there more than once.',
    });
  });

  test.each(["name=caf\ufffd", "na\ufffdme=x", "name=\ufffd"])(
    "%j came from bytes that are not UTF-8, and is refused: nobody knows what was typed",
    (pair) => {
      const key = pair.slice(0, pair.indexOf("="));
      expect(pairsToJson(["a=1", pair])).toEqual({
        kind: "misused",
        message: `The argument "${key}" holds U+FFFD, which stands for bytes that are not UTF-8: what was typed cannot be told.`,
        hint: `Write UTF-8. A U+FFFD that is meant is written as \\ufffd in --args: --args '{"key":"\\ufffd"}'.`,
      });
    },
  );

  test("a U+FFFD that was written as an escape is meant", () => {
    expect(pairsToJson(['name="\\ufffd"'])).toEqual({ kind: "json", text: '{"name":"\ufffd"}' });
  });

  test("any text comes back as the value it stands for, or as itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        fc.pre(!value.includes("\ufffd"));
        const reading = pairsToJson([`key=${value}`]);
        if (reading.kind !== "json") throw new Error("refused");
        const parsed: unknown = JSON.parse(reading.text);
        expect(Object.keys(parsed ?? {})).toEqual(["key"]);
        expect(parsed).toEqual(
          [value, ...safeParse(value)]
            .map((key) => ({ key }))
            .find((wanted) => isEqual(wanted, parsed)),
        );
      }),
    );
  });
});

function safeParse(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

function isEqual(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
