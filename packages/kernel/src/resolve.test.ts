import { describe, expect, test } from "vitest";
import type { FootprintSelector } from "./footprint.js";
import type { ArgumentValue } from "./proposal.js";
import { resolveBindings } from "./resolve-bindings.js";
import { resolveFootprint } from "./resolve-footprint.js";

const resolve = (
  selectors: readonly FootprintSelector[],
  value: { readonly [name: string]: ArgumentValue },
) => resolveFootprint({ selectors }, { arguments: value, provider: "docs", root: "/proj" });

const scoped: FootprintSelector = {
  kind: "scoped_argument",
  family: "f",
  field: "id",
  access: "write",
};
const file: FootprintSelector = { kind: "path_argument", field: "file", access: "read" };

describe("resolving a footprint", () => {
  test("puts the argument values into every kind of selector", () => {
    const resolution = resolve(
      [
        { kind: "literal", resource: "index", access: "write" },
        file,
        { kind: "parent_manifest_of", field: "file", access: "write" },
        scoped,
        { kind: "provider_rate_limit" },
        { kind: "opaque_workspace" },
      ],
      { file: "src/a.ts", id: "7" },
    );
    expect(resolution).toEqual({
      kind: "resolved",
      touches: [
        { kind: "value", family: "literal", value: "index", access: "write" },
        { kind: "path", path: "/proj/src/a.ts", access: "read" },
        { kind: "path", path: "/proj/src", access: "write" },
        { kind: "value", family: "f", value: "7", access: "write" },
        { kind: "rate_limit", provider: "docs" },
        { kind: "workspace" },
      ],
    });
  });

  test("an empty footprint touches nothing", () => {
    expect(resolve([], { file: "a" })).toEqual({ kind: "resolved", touches: [] });
  });

  test("expands a list to all its elements (T48)", () => {
    expect(resolve([scoped, file], { id: ["a", "b"], file: ["x", "y"] })).toEqual({
      kind: "resolved",
      touches: [
        { kind: "value", family: "f", value: "a", access: "write" },
        { kind: "value", family: "f", value: "b", access: "write" },
        { kind: "path", path: "/proj/x", access: "read" },
        { kind: "path", path: "/proj/y", access: "read" },
      ],
    });
  });

  test.each<[string, { readonly [name: string]: ArgumentValue }, string]>([
    ["absent", {}, "is absent"],
    ["null", { id: null }, "is null"],
    ["a number", { id: 7 }, "is neither text nor a list of texts"],
    ["a flag", { id: true }, "is neither text nor a list of texts"],
    ["an object", { id: { a: "b" } }, "is neither text nor a list of texts"],
    ["an empty list", { id: [] }, "is an empty list"],
    ["a mixed list", { id: ["a", 7] }, "holds an element that is not text"],
  ])("an argument that is %s leaves the footprint unresolved (T48)", (_, value, because) => {
    expect(resolve([scoped], value)).toEqual({
      kind: "unresolved",
      unresolved: [{ field: "id", because }],
    });
  });

  test("an argument of the prototype is absent, and one called like it is not (T33)", () => {
    const selector = { ...scoped, field: "constructor" };
    expect(resolve([selector], {}).kind).toBe("unresolved");
    expect(resolve([selector], { constructor: "a" }).kind).toBe("resolved");
  });

  test("a path that cannot be read leaves the footprint unresolved, and says why", () => {
    expect(resolve([file], { file: ["ok", "a\\b"] })).toEqual({
      kind: "unresolved",
      unresolved: [{ field: "file", because: 'holds "a\\\\b", which holds a backslash' }],
    });
    expect(resolve([{ ...file, kind: "parent_manifest_of" }], {}).kind).toBe("unresolved");
  });

  test("tells every field that is missing", () => {
    const resolution = resolve([file, scoped], {});
    expect(resolution).toEqual({
      kind: "unresolved",
      unresolved: [
        { field: "file", because: "is absent" },
        { field: "id", because: "is absent" },
      ],
    });
  });
});

describe("resolving bindings", () => {
  test("takes each bound value, and every element of a multi-value binding", () => {
    const bindings = resolveBindings(
      [
        { kind: "path", field: "file" },
        { kind: "command", field: "run" },
        { kind: "command", field: "argv" },
        { kind: "url", field: "url" },
        { kind: "multi_value", field: "files", target: "path" },
        { kind: "multi_value", field: "runs", target: "command" },
        { kind: "multi_value", field: "urls", target: "url" },
      ],
      {
        file: "a",
        run: "npm test",
        argv: ["sh", "-c", "id; id"],
        url: "https://a.test",
        files: ["b", "c\\d"],
        runs: ["make", "make; id"],
        urls: ["https://b.test", "nonsense"],
      },
      "/proj",
    );
    expect(bindings.paths.map(({ field, text, reading }) => [field, text, reading.kind])).toEqual([
      ["file", "a", "path"],
      ["files", "b", "path"],
      ["files", "c\\d", "unreadable"],
    ]);
    expect(bindings.commands.map(({ text, reading }) => [text, reading.kind])).toEqual([
      ["npm test", "argv"],
      ["sh -c id; id", "argv"],
      ["make", "argv"],
      ["make; id", "unreadable"],
    ]);
    expect(bindings.urls.map(({ text, reading }) => [text, reading.kind])).toEqual([
      ["https://a.test", "target"],
      ["https://b.test", "target"],
      ["nonsense", "unreadable"],
    ]);
    expect(bindings.unresolved).toEqual([]);
  });

  test("what is absent, null or of another type is unresolved (T48)", () => {
    const bindings = resolveBindings(
      [
        { kind: "path", field: "absent" },
        { kind: "url", field: "nothing" },
        { kind: "path", field: "list" },
        { kind: "url", field: "number" },
        { kind: "command", field: "mixed" },
        { kind: "command", field: "number" },
        { kind: "multi_value", field: "text", target: "path" },
      ],
      { nothing: null, list: ["a"], number: 7, mixed: ["a", 1], text: "a" },
      "/proj",
    );
    expect(bindings).toEqual({
      paths: [],
      commands: [],
      urls: [],
      unresolved: [
        { field: "absent", because: "is absent" },
        { field: "nothing", because: "is null" },
        { field: "list", because: "is not text" },
        { field: "number", because: "is not text" },
        { field: "mixed", because: "is not text" },
        { field: "number", because: "is not text" },
        { field: "text", because: "is neither text nor a list of texts" },
      ],
    });
  });
});
