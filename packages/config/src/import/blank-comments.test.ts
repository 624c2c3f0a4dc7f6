import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blankComments } from "./blank-comments.js";

describe("JSON as editors write it", () => {
  test("comments and trailing commas become blanks, and every offset stays", () => {
    const text = '{ // one\r\n  "a": 1, /* two\n */ "b": [2, 3,],\n}\n// end';
    const plain = blankComments(text);
    expect(JSON.parse(plain)).toEqual({ a: 1, b: [2, 3] });
    expect(plain).toHaveLength(text.length);
    expect(plain.indexOf('"b"')).toBe(text.indexOf('"b"'));
    expect(plain.split("\n")).toHaveLength(text.split("\n").length);
  });

  test("nothing in a string is a comment or a comma", () => {
    const value = { url: "https://x.test/*", "a//b": 'say \\" // , ]', c: ",}" };
    expect(JSON.parse(blankComments(JSON.stringify(value)))).toEqual(value);
  });

  test("comments that do not end, and strings that do not, are no reason to stop", () => {
    expect(blankComments('{} /* "')).toBe("{}     ");
    expect(blankComments('{ "a')).toBe('{ "a');
    expect(blankComments("\uFEFF{}")).toBe(" {}");
  });

  test("any JSON stays what it is, with comments between all of its parts", () => {
    const noise = fc.constantFrom("", " ", "/* , } */", '// "x\n', "\n");
    fc.assert(
      fc.property(fc.jsonValue(), noise, noise, (value, before, after) => {
        const written = JSON.stringify(value, null, 1);
        const parts = written.split(/(?<=[{[,])\n|\n(?=\s*[}\]])/);
        const text = `${before}${parts.join(`${before}\n${after}`)}${after}`;
        expect(JSON.parse(blankComments(text))).toEqual(JSON.parse(written));
      }),
      { numRuns: 500 },
    );
  });
});
