import * as fc from "fast-check";
import type { NewServer } from "../src/index.js";
import { writeKey, writeText } from "../src/words/toml-words.js";

export interface ServersText {
  readonly text: string;
  readonly ids: readonly string[];
  readonly lineEnd: string;
  readonly form: "tables" | "list";
}

const variable = fc.constantFrom("A_TOKEN", "B", "_c", "HTTP_PROXY");
const awkward = fc.oneof(
  fc.constantFrom(
    "x",
    "--stdio",
    "a b",
    'say "hi"',
    "back\\slash",
    "line\nline",
    "#",
    "]]",
    "é",
    "`",
  ),
  fc.string({ unit: "grapheme", maxLength: 6 }),
);

/** A server with an id that no document of `serversText` has. */
export const newServer: fc.Arbitrary<NewServer> = fc.record({
  id: fc.constantFrom("added", "Added-2", "x_1"),
  transport: fc.oneof(
    fc.record({
      kind: fc.constant("stdio" as const),
      command: fc.array(awkward, { minLength: 1, maxLength: 4 }),
      environmentSources: mapOf(fc.constantFrom("TOKEN", "a.b", "X-Y")),
    }),
    fc.record({
      kind: fc.constant("streamable_http" as const),
      url: fc.constantFrom("https://x.test/mcp", "http://127.0.0.1:1/"),
      headerSources: mapOf(fc.constantFrom("Authorization", "X-Key")),
    }),
  ),
  modes: fc.constantFrom([], ["chat"] as const, ["agent", "chat"] as const),
  timeoutMs: fc.option(fc.integer({ min: 1, max: 1000 })),
});

function mapOf(name: fc.Arbitrary<string>): fc.Arbitrary<ReadonlyMap<string, string>> {
  return fc
    .uniqueArray(fc.tuple(name, variable), { maxLength: 2, selector: ([key]) => key })
    .map((pairs) => new Map(pairs));
}

type Choose = (count: number) => number;

/** A document with servers, other tables before, between and behind them, and comments, in one of the ways that TOML can spell it. */
export const serversText: fc.Arbitrary<ServersText> = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom("docs", "records", "Git", "a-b"), { maxLength: 3 }),
    fc.array(fc.nat({ max: 1000 }), { minLength: 120, maxLength: 120 }),
    fc.constantFrom("\n", "\r\n"),
    fc.constantFrom("tables" as const, "list" as const),
  )
  .map(([ids, choices, lineEnd, form]) => {
    let used = 0;
    const choose: Choose = (count) => {
      used += 1;
      return (choices[used % choices.length] ?? 0) % count;
    };
    const lines = form === "list" ? listDocument(ids, choose) : tablesDocument(ids, choose);
    const mark = choose(4) === 0 ? "\uFEFF" : "";
    const end = choose(4) === 0 ? "" : "\n";
    return {
      text: `${mark}${lines.join("\n")}${end}`.replaceAll("\n", lineEnd),
      ids,
      lineEnd,
      form,
    };
  });

function listDocument(ids: readonly string[], choose: Choose): string[] {
  const between = ["", " ", "\n  ", " # ] }, a comment, with marks\n  "][choose(4)] ?? "";
  const items = ids.map((id) => `{ ${bodyOf(id, choose).join(", ")} }`);
  const last = items.length > 0 && choose(2) === 0 ? "," : "";
  const gap = () => ["", " ", " # between\n"][choose(3)] ?? "";
  const list = items.join(`${gap()},${between}`);
  return [
    ...others(choose, "a"),
    `${key(choose)} = [${between}${list}${gap()}${last}${between}]${comment(choose)}`,
    ...others(choose, "b"),
    ...headed(choose, "c"),
  ];
}

function tablesDocument(ids: readonly string[], choose: Choose): string[] {
  return [
    ...others(choose, "a"),
    ...headed(choose, "z"),
    ...ids.flatMap((id, index) => [
      ...noise(choose),
      `${indent(choose)}[[${key(choose)}]]${comment(choose)}`,
      ...bodyOf(id, choose).map((pair) => `${indent(choose)}${pair}${comment(choose)}`),
      ...below(choose),
      ...inner(choose, "s1"),
      ...(choose(3) === 0 ? [...headed(choose, `t${index}`), ...inner(choose, "s2")] : []),
    ]),
    ...headed(choose, "y"),
  ];
}

/** The pairs of a server, in its own braces or under its header. */
function bodyOf(id: string, choose: Choose): string[] {
  const pairs = [
    `id = ${writeText(id)}`,
    `command = ["x", '# no comment']`,
    `tools.search.effect = "search"`,
    `env_from_env = { A = "B" }`,
  ];
  return choose(2) === 0 ? pairs : pairs.toReversed();
}

function inner(choose: Choose, name: string): string[] {
  if (choose(2) === 0) return [];
  const kind = choose(2);
  const header = kind === 0 ? `[${key(choose)}.more.${name}]` : `[[${key(choose)}.${name}]]`;
  const above = choose(2) === 0 ? [] : ["", "# about the inner table"];
  return [...above, header, `text = '''`, `[[external_tools]]`, `id = "not one"'''`];
}

function headed(choose: Choose, name: string): string[] {
  return choose(2) === 0 ? [] : [...noise(choose), `[${name}]`, ...others(choose, "x")];
}

function others(choose: Choose, name: string): string[] {
  return choose(2) === 0 ? [] : [...noise(choose), `${writeKey(name)} = 1${comment(choose)}`];
}

function key(choose: Choose): string {
  return (
    ["external_tools", '"external_tools"', "'external_tools'", '"external\\u005ftools"'][
      choose(4)
    ] ?? ""
  );
}

function indent(choose: Choose): string {
  return ["", "", "  ", "\t"][choose(4)] ?? "";
}

function comment(choose: Choose): string {
  return ["", ' # "not" a [[external_tools]] = {', "  "][choose(3)] ?? "";
}

function noise(choose: Choose): string[] {
  return (
    [[], [""], ["", ""], ["", `# above ${choose(1000)}`], [`# above ${choose(1000)}`]][choose(5)] ??
    []
  );
}

function below(choose: Choose): string[] {
  return [[], [], ["#timeout_ms = 1", ""], [""]][choose(4)] ?? [];
}
