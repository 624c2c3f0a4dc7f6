import * as fc from "fast-check";

/** A value that TOML can write, with the order of its members. */
export type Model = string | number | boolean | readonly Model[] | ModelTable;
export interface ModelTable {
  readonly table: ReadonlyMap<string, Model>;
}

const name = fc.oneof(
  fc.constantFrom(
    "id",
    "a",
    "b",
    "a.b",
    "tools",
    "-",
    "1",
    "",
    "é",
    'say "hi"',
    "back\\slash",
    "#",
    "]",
    "=",
  ),
  fc.string({ unit: "grapheme-ascii", maxLength: 6 }),
);

const text = fc.oneof(
  fc.constantFrom(
    "",
    "# no comment",
    "a = 1",
    "[x]",
    '"',
    "'",
    "\\",
    "line\nline",
    '"""',
    "'''",
    "}",
    "]]",
  ),
  fc.string({ unit: "binary-ascii", maxLength: 8 }),
  fc.string({ unit: "grapheme", maxLength: 4 }),
);

function rootTable(key: fc.Arbitrary<string>): fc.Arbitrary<ModelTable> {
  const { table } = fc.letrec<{ model: Model; table: ModelTable }>((tie) => ({
    model: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      text,
      fc.integer(),
      fc.boolean(),
      fc.array(tie("model"), { maxLength: 3 }),
      tie("table"),
    ),
    table: fc
      .uniqueArray(fc.tuple(key, tie("model")), { maxLength: 5, selector: ([name]) => name })
      .map((pairs) => ({ table: new Map(pairs) })),
  }));
  return table;
}

/** Choices of form, used up one by one while a document is written. */
type Choose = (count: number) => number;

/** A document in one of the many ways that TOML can spell it. */
export function tomlTextWith(key: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(
      rootTable(key),
      fc.infiniteStream(fc.nat({ max: 1000 })),
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
    )
    .map(([root, stream, lineEnd, hasMark]) => {
      const choose: Choose = (count) => {
        const next = stream.next();
        return next.done === true ? 0 : next.value % count;
      };
      const lines = writeTable(root, [], choose);
      return (hasMark ? "\uFEFF" : "") + lines.join("\n").replaceAll("\n", lineEnd);
    });
}

export const tomlText = tomlTextWith(name);

/** Pairs first, then tables with headers, as TOML demands. */
function writeTable(table: ModelTable, path: readonly string[], choose: Choose): string[] {
  const pairs: string[] = [];
  const headed: string[] = [];
  for (const [key, value] of table.table) {
    const inner = [...path, key];
    if (isTable(value) && choose(2) === 0) {
      headed.push(...noise(choose), `[${dotted(inner, choose)}]${comment(choose)}`);
      headed.push(...writeTable(value, inner, choose));
    } else if (
      Array.isArray(value) &&
      value.length > 0 &&
      value.every(isTable) &&
      choose(2) === 0
    ) {
      for (const element of value.filter(isTable)) {
        headed.push(`${blank(choose)}[[${dotted(inner, choose)}]]${comment(choose)}`);
        headed.push(...writeTable(element, inner, choose));
      }
    } else {
      pairs.push(...noise(choose));
      pairs.push(...writePair([key], value, choose).map((pair) => `${pair}${comment(choose)}`));
    }
  }
  return [...pairs, ...headed];
}

function writePair(keys: readonly string[], value: Model, choose: Choose): string[] {
  if (isTable(value) && value.table.size > 0 && choose(3) === 0) {
    return [...value.table].flatMap(([key, inner]) => writePair([...keys, key], inner, choose));
  }
  const gap = blank(choose);
  return [`${gap}${dotted(keys, choose)}${gap}=${gap}${writeValue(value, choose)}`];
}

function writeValue(value: Model, choose: Choose): string {
  if (typeof value === "string") return writeText(value, choose);
  if (typeof value === "number") return choose(4) === 0 ? `${value}.0` : String(value);
  if (typeof value === "boolean") return String(value);
  if (isTable(value)) {
    const pairs = [...value.table].map(([key, inner]) => writePair([key], inner, choose).join(","));
    return joinItems("{", pairs, "}", choose);
  }
  return joinItems(
    "[",
    value.map((element) => writeValue(element, choose)),
    "]",
    choose,
  );
}

function joinItems(open: string, items: readonly string[], close: string, choose: Choose): string {
  const between = ["", " ", "\n", " # ] } a comment, with marks\n  "][choose(4)] ?? "";
  const last = items.length > 0 && choose(3) === 0 ? "," : "";
  return `${open}${between}${items.join(`,${between}`)}${last}${between}${close}`;
}

function writeText(value: string, choose: Choose): string {
  const isPlain = !/[\p{Cc}']/u.test(value);
  switch (choose(4)) {
    case 0:
      return isPlain ? `'${value}'` : escapeText(value);
    case 1:
      return isPlain ? `'''\n${value}'''` : escapeText(value);
    case 2:
      return `"""\n${escapeText(value).slice(1, -1).replaceAll("\\n", "\n")}"""`;
    default:
      return escapeText(value);
  }
}

function escapeText(value: string): string {
  return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
}

function dotted(keys: readonly string[], choose: Choose): string {
  return keys.map((key) => writeKey(key, choose)).join([".", " . "][choose(2)]);
}

function writeKey(key: string, choose: Choose): string {
  if (/^[A-Za-z0-9_-]+$/.test(key) && choose(3) > 0) return key;
  return /[\p{Cc}']/u.test(key) || choose(2) === 0 ? escapeText(key) : `'${key}'`;
}

function comment(choose: Choose): string {
  return ["", ' # "not" a [string] = {', "  "][choose(3)] ?? "";
}

function blank(choose: Choose): string {
  return ["", " ", "\t "][choose(3)] ?? "";
}

function noise(choose: Choose): string[] {
  return [[], [""], ["# [[external_tools]]"], ["  # '''"]][choose(4)] ?? [];
}

function isTable(value: Model): value is ModelTable {
  return typeof value === "object" && "table" in value;
}
