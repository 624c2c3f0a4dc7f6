import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeHeaderValue } from "./header-value.js";

function decode(value: string): string {
  const encoded = /^=\?base64\?(.*)\?=$/s.exec(value);
  return encoded === null ? value : Buffer.from(encoded[1] ?? "", "base64").toString("utf8");
}

describe("H5: a mirrored value", () => {
  test.each(["search", "us west 1", "", "a=b;c", "=?base64?x", "file:///a/b%20c"])(
    "%j travels as it stands",
    (value) => {
      expect(encodeHeaderValue(value)).toBe(value);
    },
  );

  test.each([
    ["日本", "=?base64?5pel5pys?="],
    [" a", "=?base64?IGE=?="],
    ["a ", "=?base64?YSA=?="],
    [" ", "=?base64?IA==?="],
    ["a\tb", "=?base64?YQli?="],
    ["a\r\nX: y", "=?base64?YQ0KWDogeQ==?="],
    ["a\0", "=?base64?YQA=?="],
    ["é", "=?base64?w6k=?="],
    ["=?base64?x?=", "=?base64?PT9iYXNlNjQ/eD89?="],
  ])("%j is encoded", (value, encoded) => {
    expect(encodeHeaderValue(value)).toBe(encoded);
  });

  test("always decodes to itself, and never leaves printable ASCII", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (value) => {
        const encoded = encodeHeaderValue(value);
        expect(encoded).toMatch(/^[\x20-\x7e]*$/);
        expect(encoded).toBe(encoded.trim());
        expect(decode(encoded)).toBe(value);
      }),
    );
  });
});
