import * as fc from "fast-check";
import { expect, test } from "vitest";
import { jsonText } from "./json-text.js";

test("what a terminal would obey stands escaped (report 25)", () => {
  expect(jsonText({ a: "\u001b[2J\u009b\u0007\u202e\u2028\u200b\u{e0041}" })).toBe(
    '{"a":"\\u001b[2J\\u009b\\u0007\\u202e\\u2028\\u200b\\udb40\\udc41"}',
  );
});

test("what people read stands as it is", () => {
  expect(jsonText(["naïve", "日本", "😀"])).toBe('["naïve","日本","😀"]');
});

const TEXTS = fc.string({ unit: "binary" });

test("any parser gives the same value back, on one line", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(TEXTS, TEXTS)), (members) => {
      const value = [Object.fromEntries(members), members.map(([, text]) => text)];
      const written = jsonText(value);
      expect(JSON.parse(written)).toEqual(value);
      expect(written).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    }),
  );
});
