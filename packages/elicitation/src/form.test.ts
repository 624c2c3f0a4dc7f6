import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ElicitationJson, type FormValue, readFormAnswer, readFormFields } from "./index.js";

const field = (schema: ElicitationJson, required: ElicitationJson = []) =>
  readFormFields({ requestedSchema: { type: "object", properties: { it: schema }, required } })[0];

const blank = { name: "it", title: null, description: null, isRequired: false, proposed: null };

describe("F3: the fields of a form", () => {
  const choices = [
    { value: "a", title: "A" },
    { value: "b", title: "B" },
  ];
  test.each<[ElicitationJson, object]>([
    [{ type: "string", format: "email" }, { type: { kind: "text" } }],
    [
      { type: "string", title: "Name", description: "Yours" },
      { title: "Name", description: "Yours" },
    ],
    [
      { type: "number", default: 0.5 },
      { type: { kind: "number" }, proposed: 0.5 },
    ],
    [
      { type: "integer", default: 0.5 },
      { type: { kind: "integer" }, proposed: null },
    ],
    [
      { type: "boolean", default: false },
      { type: { kind: "boolean" }, proposed: false },
    ],
    [
      {
        type: "string",
        oneOf: [
          { const: "a", title: "A" },
          { const: "b", title: "B" },
        ],
        default: "b",
      },
      { type: { kind: "choice", choices }, proposed: "b" },
    ],
    [
      { type: "string", enum: ["a", "b"], enumNames: ["A", "B"], default: "c" },
      { type: { kind: "choice", choices }, proposed: null },
    ],
    [
      { type: "string", enum: ["a"] },
      { type: { kind: "choice", choices: [{ value: "a", title: "a" }] } },
    ],
    [
      {
        type: "array",
        items: {
          anyOf: [
            { const: "a", title: "A" },
            { const: "b", title: "B" },
          ],
        },
        default: ["a"],
      },
      { type: { kind: "choices", choices }, proposed: ["a"] },
    ],
    [
      { type: "array", items: { type: "string", enum: ["a"] }, default: ["a", "z"] },
      { type: { kind: "choices", choices: [{ value: "a", title: "a" }] }, proposed: null },
    ],
    [{ type: "object", properties: {} }, { type: { kind: "unknown" } }],
    [{ type: "array" }, { type: { kind: "unknown" } }],
    [{ $ref: "#/x" }, { type: { kind: "unknown" } }],
    [7, { type: { kind: "unknown" } }],
  ])("%j", (schema, expected) => {
    expect(field(schema)).toMatchObject({ ...blank, ...expected });
  });

  test("are told in the server's order, with those that are required", () => {
    const requestedSchema = {
      properties: { b: { type: "string" }, a: { type: "string" } },
      required: ["a"],
    };
    expect(
      readFormFields({ requestedSchema }).map(({ name, isRequired }) => [name, isRequired]),
    ).toStrictEqual([
      ["b", false],
      ["a", true],
    ]);
  });

  test("T33: names of Object.prototype are names like others, and inherited members are none", () => {
    const requestedSchema = JSON.parse(
      '{"properties":{"__proto__":{"type":"integer"},"constructor":{}}}',
    ) as {
      [name: string]: ElicitationJson;
    };
    expect(readFormFields({ requestedSchema })).toMatchObject([
      { name: "__proto__", type: { kind: "integer" } },
      { name: "constructor", type: { kind: "unknown" } },
    ]);
  });

  test("are read from any JSON", () => {
    const anyJson = fc.jsonValue() as fc.Arbitrary<ElicitationJson>;
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("properties", "required", "x"), anyJson),
        (schema) => {
          expect(() => readFormFields({ requestedSchema: schema })).not.toThrow();
        },
      ),
    );
  });
});

describe("report 20: a line that a person types, as a field's value", () => {
  const audience = {
    type: "string",
    oneOf: [
      { const: "all", title: "Everybody" },
      { const: "1", title: "Me" },
    ],
  };
  const tags = { type: "array", items: { enum: ["x", "y"] } };

  test.each<[ElicitationJson, string, FormValue]>([
    [{ type: "string" }, " as typed ", " as typed "],
    [{ type: "number" }, " -1.5e3 ", -1500],
    [{ type: "integer" }, "42", 42],
    [{ type: "boolean" }, "Y", true],
    [{ type: "boolean" }, "no", false],
    [audience, "all", "all"],
    [audience, "Me", "1"],
    [audience, "1", "1"],
    [audience, "2", "1"],
    [tags, "y, 1, y", ["y", "x"]],
  ])("%j: %j is %j", (schema, line, value) => {
    const read = field(schema);
    expect(read && readFormAnswer(read, line)).toStrictEqual({ kind: "value", value });
  });

  test.each<[ElicitationJson, string, string]>([
    [{ type: "number" }, "0x10", "a number, such as 0.5"],
    [{ type: "number" }, "1e999", "a number, such as 0.5"],
    [{ type: "integer" }, "1.5", "a whole number, such as 3"],
    [{ type: "integer" }, "", "a whole number, such as 3"],
    [{ type: "boolean" }, "perhaps", "yes or no"],
    [audience, "3", "one of 1 Everybody, 2 Me"],
    [tags, "x,", "some of 1 x, 2 y, with commas between"],
    [{ type: "object" }, "{}", "nothing: this field is of a kind that forms do not have"],
  ])("%j: %j is told what was expected", (schema, line, expected) => {
    const read = field(schema);
    expect(read && readFormAnswer(read, line)).toStrictEqual({ kind: "unreadable", expected });
  });
});
