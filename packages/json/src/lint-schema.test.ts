import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anySchema } from "../test/any-schema.js";
import { type JsonObject, type JsonValue, parseJson } from "./json-value.js";
import { lintSchema } from "./lint-schema.js";

function problemsOf(schema: JsonValue, purpose: "input" | "output" = "input") {
  const lint = lintSchema(schema, { purpose });
  return lint.kind === "ok" ? [] : lint.problems.map(({ code, path }) => `${code} ${path}`);
}

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  ...more,
});

describe("the root", () => {
  test.each([
    ["null", null],
    ["a boolean schema", true],
    ["text", "object"],
    ["a list", []],
  ])("T2: %s is no object schema", (_, schema) => {
    expect(problemsOf(schema)).toEqual(["not_an_object_schema "]);
  });

  test("report 8: an input schema says type object; one without a type does not pass", () => {
    expect(problemsOf({})).toEqual(["not_an_object_schema /type"]);
    expect(problemsOf({ type: "string" })).toEqual(["not_an_object_schema /type"]);
    expect(problemsOf({ type: ["object", "null"] })).toEqual(["not_an_object_schema /type"]);
  });

  test("T8: an output schema may be of any type", () => {
    expect(problemsOf({ type: "array", items: { type: "string" } }, "output")).toEqual([]);
    expect(problemsOf({}, "output")).toEqual([]);
  });

  test.each([
    ["https://json-schema.org/draft/2020-12/schema", "2020-12"],
    ["http://json-schema.org/draft-07/schema#", "draft-07"],
  ])("T2: the dialect %s is understood", (uri, dialect) => {
    expect(lintSchema({ $schema: uri, type: "object" }, { purpose: "input" })).toEqual({
      kind: "ok",
      dialect,
    });
  });

  test("T2: another dialect is refused by name", () => {
    expect(
      lintSchema(
        { $schema: "http://json-schema.org/draft-04/schema#", type: "object" },
        { purpose: "input" },
      ),
    ).toEqual({
      kind: "rejected",
      problems: [
        {
          code: "unknown_dialect",
          path: "/$schema",
          message:
            'Expected JSON Schema 2020-12 or draft-07; got "http://json-schema.org/draft-04/schema#".',
        },
      ],
    });
  });
});

describe("keywords", () => {
  test.each<[string, JsonObject, string]>([
    ["a type that is none", { type: "text" }, "/properties/a/type"],
    ["an empty list of types", { type: [] }, "/properties/a/type"],
    ["required that is no list", { required: "x" }, "/properties/a/required"],
    ["properties that is a list", { properties: [] }, "/properties/a/properties"],
    ["a negative length", { minLength: -1 }, "/properties/a/minLength"],
    ["a multiple of nothing", { multipleOf: 0 }, "/properties/a/multipleOf"],
    ["an empty anyOf", { anyOf: [] }, "/properties/a/anyOf"],
    ["a pattern that is a number", { pattern: 1 }, "/properties/a/pattern"],
    ["items that are a number", { items: 3 }, "/properties/a/items"],
    ["items that are a list, in 2020-12", { items: [{}] }, "/properties/a/items"],
    ["an anchor that is no name", { $anchor: "#a" }, "/properties/a/$anchor"],
    ["a map of anything but schemas", { properties: { b: 1 } }, "/properties/a/properties"],
  ])("T3: %s is a problem at its place", (_, property, path) => {
    expect(problemsOf(object({ a: property }))).toEqual([`invalid_keyword ${path}`]);
  });

  test("unknown keywords are annotations and may hold anything", () => {
    expect(
      problemsOf(object({ a: { "x-order": { type: 7 }, default: { $ref: "http://x" } } })),
    ).toEqual([]);
  });

  test("annotations may hold anything: what is wrong with them harms nobody", () => {
    expect(
      problemsOf(object({ a: { title: null, description: 1, examples: {}, format: [] } })),
    ).toEqual([]);
  });

  test("draft-07 knows lists of items, and one dialect holds for the whole schema", () => {
    const $schema = "http://json-schema.org/draft-07/schema#";
    expect(problemsOf(object({ a: { items: [{}] } }, { $schema }))).toEqual([]);
    expect(problemsOf(object({ a: { $schema } }))).toEqual([
      "unknown_dialect /properties/a/$schema",
    ]);
    expect(problemsOf(object({ a: { $schema } }, { $schema }))).toEqual([]);
  });

  test("an anchor has one place", () => {
    expect(problemsOf(object({ a: { $anchor: "x" }, b: { $dynamicAnchor: "x" } }))).toEqual([
      "invalid_keyword /properties/b/$dynamicAnchor",
    ]);
  });

  test("at most eight problems are told, in the order of the document", () => {
    const wrong = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`p${i}`, { type: 1 }]));
    expect(problemsOf(object(wrong))).toEqual(
      Array.from({ length: 8 }, (_, i) => `invalid_keyword /properties/p${i}/type`),
    );
  });

  test("a property called like a keyword is a property", () => {
    expect(problemsOf(object({ type: { type: "string" }, $ref: { type: "string" } }))).toEqual([]);
  });
});

describe("bounds (T35)", () => {
  const chain = (depth: number): JsonObject =>
    depth === 1 ? { type: "object" } : { type: "object", properties: { a: chain(depth - 1) } };

  test("32 schemas may lie within each other, 33 may not", () => {
    expect(problemsOf(chain(32))).toEqual([]);
    expect(problemsOf(chain(33))[0]).toMatch(/^too_deep /);
  });

  test("a hundred thousand levels are refused, not recursed into", () => {
    let schema: JsonObject = { type: "object" };
    for (let level = 0; level < 100_000; level += 1) schema = { type: "object", not: schema };
    expect(problemsOf(schema)).toEqual(["too_deep "]);
  });

  test("1,024 subschemas pass, one more does not", () => {
    const many = (count: number) =>
      object(Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, {}])));
    expect(problemsOf(many(1023))).toEqual([]);
    expect(problemsOf(many(1024))[0]).toMatch(/^too_many_subschemas /);
  });

  test("references may not multiply what applies to one value: 2^k schemas in k lines", () => {
    const levels = (count: number): JsonObject => ({
      type: "object",
      $ref: "#/$defs/d0",
      $defs: Object.fromEntries(
        Array.from({ length: count + 1 }, (_, level) => {
          const next = { $ref: `#/$defs/d${level + 1}` };
          return [`d${level}`, level === count ? {} : { anyOf: [next, next] }];
        }),
      ),
    });
    expect(problemsOf(levels(7))).toEqual([]);
    for (const k of [10, 14, 20, 300]) {
      expect(problemsOf(levels(k))).toEqual([expect.stringMatching(/^too_many_subschemas /)]);
    }
  });

  test("512 enum values pass, 513 do not", () => {
    const values = (count: number) =>
      object({ a: { enum: Array.from({ length: count }, (_, i) => i) } });
    expect(problemsOf(values(512))).toEqual([]);
    expect(problemsOf(values(513))).toEqual(["too_many_enum_values /properties/a/enum"]);
  });

  test("64 KiB pass, one byte more does not", () => {
    const sized = (bytes: number) => {
      const empty = Buffer.byteLength(JSON.stringify(object({}, { description: "" })));
      return object({}, { description: "x".repeat(bytes - empty) });
    };
    expect(problemsOf(sized(65_536))).toEqual([]);
    expect(problemsOf(sized(65_537))).toEqual(["too_large "]);
  });
});

describe("references (T36, T4)", () => {
  test.each(["http://127.0.0.1:1/x", "file:///etc/passwd", "other.json", "//host/x"])(
    "%s leads outside and is never fetched",
    (reference) => {
      expect(problemsOf(object({ a: { $ref: reference } }))).toEqual([
        "remote_reference /properties/a/$ref",
      ]);
    },
  );

  test.each(["#/$defs/Missing", "#nowhere", "#/type", "#/constructor", "#/%zz"])(
    "%s leads to no schema",
    (reference) => {
      expect(problemsOf(object({ a: { $ref: reference } }))).toEqual([
        "unresolved_reference /properties/a/$ref",
      ]);
    },
  );

  test("report 9: pointers, escapes, anchors and recursion through a property resolve", () => {
    const schema = object(
      {
        a: { $ref: "#/$defs/Q" },
        b: { $ref: "#/$defs/with~1slash" },
        c: { $ref: "#named" },
        d: { $ref: "#" },
      },
      { $defs: { Q: { type: "string" }, "with/slash": {}, N: { $anchor: "named" } } },
    );
    expect(problemsOf(schema)).toEqual([]);
  });

  test("a schema that applies itself to the same value never ends", () => {
    expect(problemsOf({ type: "object", $ref: "#" })).toEqual(["endless_reference "]);
    expect(
      problemsOf(
        object(
          { a: { $ref: "#/$defs/A" } },
          {
            $defs: { A: { anyOf: [{ $ref: "#/$defs/B" }] }, B: { allOf: [{ $ref: "#/$defs/A" }] } },
          },
        ),
      ),
    ).toEqual([expect.stringMatching(/^endless_reference /)]);
  });

  test("what a reference leads to is read too, wherever it stands", () => {
    expect(
      problemsOf(
        object({ a: { $ref: "#/x-shared/one" } }, { "x-shared": { one: { type: "text" } } }),
      ),
    ).toEqual(["invalid_keyword /x-shared/one/type"]);
  });

  test("$dynamicRef leads where $ref would, and nowhere else", () => {
    const node = { $dynamicAnchor: "node", properties: { next: { $dynamicRef: "#node" } } };
    expect(problemsOf(object({ a: { $ref: "#node" } }, { $defs: { node } }))).toEqual([]);
    expect(problemsOf(object({ a: { $dynamicRef: "http://x/y#node" } }))).toEqual([
      "remote_reference /properties/a/$dynamicRef",
    ]);
    expect(problemsOf(object({ a: { $dynamicAnchor: "x", $dynamicRef: "#x" } }))).toEqual([
      "endless_reference /properties/a",
    ]);
  });

  test("$id at the root is fine; further down it would change what references mean", () => {
    expect(problemsOf({ $id: "https://example.test/s", type: "object" })).toEqual([]);
    expect(problemsOf(object({ a: { $id: "https://example.test/s" } }))).toEqual([
      "nested_id /properties/a/$id",
    ]);
  });
});

describe("laws", () => {
  test("any JSON at all gets a verdict, never an exception", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const schema = parseJson(
          JSON.stringify({ type: "object", properties: { a: value }, allOf: [value] }),
        );
        expect(["ok", "rejected"]).toContain(lintSchema(schema, { purpose: "input" }).kind);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ["https://json-schema.org/draft/2020-12/schema", new Ajv2020({ strict: false })],
    ["http://json-schema.org/draft-07/schema#", new Ajv({ strict: false })],
  ])("what passes is valid in its dialect, by the meta-schema %s", ($schema, ajv) => {
    fc.assert(
      // Ajv trips over values that have a member called toString.
      fc.property(
        anySchema.filter((body) => !/toString/.test(JSON.stringify(body))),
        (body) => {
          const schema: JsonObject = { ...body, $schema };
          if (lintSchema(schema, { purpose: "output" }).kind === "rejected") return;
          expect(ajv.validateSchema(schema)).toBe(true);
        },
      ),
      { numRuns: 3000 },
    );
  });

  test("20,000 hostile schemas are judged without an exception, in a moment (S2)", () => {
    const started = performance.now();
    fc.assert(
      fc.property(anySchema, (schema) => {
        lintSchema(schema, { purpose: "output" });
      }),
      { numRuns: 20_000 },
    );
    expect(performance.now() - started).toBeLessThan(60_000);
  });
});
