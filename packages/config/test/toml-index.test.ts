import * as fc from "fast-check";
import { parse, TomlError } from "smol-toml";
import { describe, expect, test } from "vitest";
import { locateKey } from "../src/toml/locate-key.js";
import { LineTable, type TextRange } from "../src/toml/text-range.js";
import { TomlIndex, type TomlPath } from "../src/toml/toml-index.js";
import { tomlText } from "./arbitrary-toml.js";

/** Every value of a parsed document that holds no others, with its path. */
function leavesOf(value: unknown, path: TomlPath = []): { path: TomlPath; value: unknown }[] {
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((element, index) => leavesOf(element, [...path, index]));
  }
  if (value !== null && typeof value === "object" && Object.getPrototypeOf(value) === null) {
    const members = Object.entries(value);
    if (members.length > 0)
      return members.flatMap(([key, member]) => leavesOf(member, [...path, key]));
  }
  return [{ path, value }];
}

function tryParse(text: string): unknown {
  try {
    return parse(text, { integersAsBigInt: "asNeeded" });
  } catch (error) {
    if (error instanceof TomlError) return null;
    throw error;
  }
}

/** Asserts that each leaf's place holds, read alone, exactly the leaf's key and value. */
function expectEveryLeafLocated(text: string, document: unknown): void {
  const index = new TomlIndex(text);
  const slice = ({ start, end }: TextRange) => text.slice(start, end);
  for (const { path, value } of leavesOf(document)) {
    const last = path.at(-1);
    if (last === undefined) continue;
    const place = index.locate(path);
    if (place === null) throw new Error(`${JSON.stringify(path)} was not found in:\n${text}`);
    if (typeof last === "string") {
      expect(Object.keys(parse(`${slice(place.key)} = 0`))).toEqual([last]);
    }
    const written = slice(place.value);
    // An empty table with a header has no value of its own, but the header.
    const isHeader = isEmptyTable(value) && written.startsWith("[");
    expect(
      isHeader
        ? leafOfHeader(written)
        : parse(`x = ${written}`, { integersAsBigInt: "asNeeded" })["x"],
    ).toEqual(value);
  }
}

function isEmptyTable(value: unknown): boolean {
  return (
    typeof value === "object" && !Array.isArray(value) && Object.keys(value ?? {}).length === 0
  );
}

function leafOfHeader(header: string): unknown {
  let value: unknown = parse(header);
  while (value !== null && typeof value === "object" && Object.keys(value).length > 0) {
    value = Array.isArray(value) ? value[0] : Object.values(value)[0];
  }
  return value;
}

const GARBAGE = [
  '"',
  "'",
  "\\",
  "[",
  "]",
  "{",
  "}",
  "=",
  ".",
  ",",
  "#",
  "\n",
  "\r\n",
  '"""',
  "'''",
  " ",
  "x",
  "1",
  "[[",
  "]]",
];

describe("locating keys and values", () => {
  test("every leaf of every document is found, and its place holds its key and its value", () => {
    fc.assert(
      fc.property(tomlText, (text) => {
        expectEveryLeafLocated(text, parse(text, { integersAsBigInt: "asNeeded" }));
      }),
      { numRuns: 1000 },
    );
  });

  test("whatever the parser accepts of damaged documents is found too, and nothing makes the index throw", () => {
    const damage = fc.array(
      fc.tuple(fc.nat({ max: 400 }), fc.constantFrom(...GARBAGE), fc.nat({ max: 3 })),
      {
        minLength: 1,
        maxLength: 3,
      },
    );
    fc.assert(
      fc.property(tomlText, damage, (text, changes) => {
        const damaged = changes.reduce((current, [at, insert, drop]) => {
          const offset = current.length === 0 ? 0 : at % (current.length + 1);
          return current.slice(0, offset) + insert + current.slice(offset + drop);
        }, text);
        const document = tryParse(damaged);
        if (document === null) new TomlIndex(damaged);
        else expectEveryLeafLocated(damaged, document);
      }),
      { numRuns: 2000 },
    );
  });

  test("any text at all is indexed without an exception", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...GARBAGE), { maxLength: 30 }), (pieces) => {
        expect(new TomlIndex(pieces.join("")).locate(["x", 0])).not.toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });

  test("tables of an array are told apart by number, and dotted, quoted and inline keys are found", () => {
    const text = [
      "[[external_tools]]",
      'id = "docs" # the first',
      "[external_tools.tools.search]",
      "footprint.selectors = [ { kind = 'literal' }, { 'kind' = 'other' } ]",
      "[[external_tools]]",
      '  "id" = """',
      'two"""',
      '[external_tools.tools."a.b"]',
      "x = 1979-05-27 07:32:00 # a date with a blank",
    ].join("\n");
    const lines = new LineTable(text);
    const at = (path: TomlPath) => {
      const place = locateKey(text, path);
      return place === null ? null : lines.positionAt(place.key.start);
    };
    expect(at(["external_tools", 0])).toEqual({ line: 1, column: 3 });
    expect(at(["external_tools", 0, "id"])).toEqual({ line: 2, column: 1 });
    expect(at(["external_tools", 0, "tools", "search"])).toEqual({ line: 3, column: 23 });
    expect(at(["external_tools", 0, "tools", "search", "footprint"])).toEqual({
      line: 4,
      column: 1,
    });
    expect(at(["external_tools", 0, "tools", "search", "footprint", "selectors", 1])).toEqual({
      line: 4,
      column: 47,
    });
    expect(
      at(["external_tools", 0, "tools", "search", "footprint", "selectors", 1, "kind"]),
    ).toEqual({ line: 4, column: 49 });
    expect(at(["external_tools", 1, "id"])).toEqual({ line: 6, column: 3 });
    expect(at(["external_tools", 1, "tools", "a.b", "x"])).toEqual({ line: 9, column: 1 });
    expect(at(["external_tools", 1, "tools", "a", "b"])).toBeNull();
    expect(at(["external_tools", 2])).toBeNull();
  });

  test("a table is known by its own header even when a table inside it came first", () => {
    const text = "[a.b]\nx = 1\n[a]\ny = 2\n";
    expect(locateKey(text, ["a"])).toEqual({
      key: { start: 13, end: 14 },
      value: { start: 12, end: 15 },
    });
  });

  test("a long list of elements is indexed without running out of stack", () => {
    const text = `x = [${"1,".repeat(300_000)}]`;
    expect(locateKey(text, ["x", 299_999])?.value).toEqual({ start: 600_003, end: 600_004 });
  });
});

describe("lines and columns", () => {
  test("columns count UTF-16 units from 1, and a byte order mark is none", () => {
    const lines = new LineTable("\uFEFFa\r\n🙂b");
    expect(lines.positionAt(0)).toEqual({ line: 1, column: 1 });
    expect(lines.positionAt(1)).toEqual({ line: 1, column: 1 });
    expect(lines.positionAt(4)).toEqual({ line: 2, column: 1 });
    expect(lines.positionAt(6)).toEqual({ line: 2, column: 3 });
    expect(lines.positionAt(99)).toEqual({ line: 2, column: 4 });
  });

  test("they are those of the parser's own errors", () => {
    fc.assert(
      fc.property(tomlText, (text) => {
        const broken = `${text}\n?`;
        try {
          parse(broken);
        } catch (error) {
          if (!(error instanceof TomlError)) throw error;
          const mark = error.line === 1 && text.startsWith("\uFEFF") ? 1 : 0;
          expect(new LineTable(broken).positionAt(broken.length - 1)).toEqual({
            line: error.line,
            column: error.column - mark,
          });
          return;
        }
        throw new Error("the parser accepted a question mark");
      }),
    );
  });
});
