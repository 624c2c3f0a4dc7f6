import type { ConfigProblem } from "../src/config-problem.js";
import { scanDocument } from "../src/toml/scan-document.js";
import type { ScannedPair, ScannedValue } from "../src/toml/scan-value.js";
import { LineTable, type TextRange } from "../src/toml/text-range.js";

/** Something in a TOML text that a problem can point at. */
interface Spot {
  readonly kind: "header" | "pair" | "element";
  /** The last part of the key; empty for elements. */
  readonly name: string;
  /** Dotted path of a header, to find the tables inside it. */
  readonly path: string;
  /** Where a problem points. */
  readonly start: number;
  readonly keyRange: TextRange;
  readonly range: TextRange;
  readonly valueRange: TextRange;
  /** The same for all pairs of one table. */
  readonly table: object;
}

const FIX = /^(Write|Add|Remove|Rename it to) `([^`]*)`/;

/** Does to a text what a problem's fix says, to the letter; null where the fix names no TOML. */
export function followFix(text: string, problem: ConfigProblem): string | null {
  const [, verb, toml = ""] = FIX.exec(problem.fix) ?? [];
  if (verb === undefined) return null;
  if (problem.code === "syntax_error" && verb === "Write") return writeLine(text, problem, toml);
  const spots = spotsOf(text);
  const spot = spotAt(spots, text, problem);
  switch (verb) {
    case "Write":
      return replaceSpot(text, spots, spot, toml);
    case "Add":
      return addTo(text, spot, toml);
    case "Remove":
      return removeSpot(text, spots, spot);
    default:
      return splice(text, spot.keyRange, toml);
  }
}

/** In text that is no TOML nothing can be pointed at but a line. */
function writeLine(text: string, { line }: ConfigProblem, toml: string): string {
  return text
    .split("\n")
    .map((written, index) => (index === line - 1 ? toml : written))
    .join("\n");
}

function spotAt(spots: readonly Spot[], text: string, { line, column }: ConfigProblem): Spot {
  const lines = new LineTable(text);
  const spot = spots.find(({ start }) => {
    const at = lines.positionAt(start);
    return at.line === line && at.column === column;
  });
  if (spot === undefined) throw new Error(`nothing stands at ${line}:${column} of\n${text}`);
  return spot;
}

function replaceSpot(text: string, spots: readonly Spot[], spot: Spot, toml: string): string {
  const [, key] = /^([A-Za-z0-9_-]+|"[^"]*") = /.exec(toml) ?? [];
  if (key === undefined) {
    return splice(text, spot.kind === "pair" ? spot.valueRange : spot.range, toml);
  }
  const sibling = spots.find(
    ({ kind, table, keyRange }) =>
      kind === "pair" && table === spot.table && text.slice(keyRange.start, keyRange.end) === key,
  );
  const target = sibling ?? spot;
  // Only the last part of a dotted key is the pair's own.
  const range = { start: target.keyRange.start, end: target.valueRange.end };
  return splice(text, range, toml);
}

function addTo(text: string, spot: Spot, toml: string): string {
  if (spot.kind === "header") return splice(text, empty(spot.range.end), `\n${toml}`);
  if (text.charAt(spot.valueRange.start) !== "{") throw new Error(`cannot add ${toml}`);
  const isEmpty = /^\{\s*\}$/.test(text.slice(spot.valueRange.start, spot.valueRange.end));
  return splice(text, empty(spot.valueRange.start + 1), isEmpty ? ` ${toml} ` : ` ${toml},`);
}

function removeSpot(text: string, spots: readonly Spot[], spot: Spot): string {
  if (spot.kind !== "header") {
    const after = /^[ \t\n]*,/.exec(text.slice(spot.range.end))?.[0].length ?? 0;
    const before =
      after > 0 ? 0 : (/,[ \t\n]*$/.exec(text.slice(0, spot.range.start))?.[0].length ?? 0);
    return splice(text, { start: spot.range.start - before, end: spot.range.end + after }, "");
  }
  const next = spots.find(
    ({ kind, start, path }) =>
      kind === "header" && start > spot.start && !path.startsWith(`${spot.path}.`),
  );
  return splice(text, { start: spot.start, end: next?.start ?? text.length }, "");
}

function spotsOf(text: string): Spot[] {
  const spots: Spot[] = [];
  let table = {};
  const addPair = ({ key, value }: ScannedPair, range: TextRange, owner: object): void => {
    const last = key.at(-1);
    if (last === undefined) return;
    spots.push({
      kind: "pair",
      name: last.name,
      path: "",
      start: last.range.start,
      keyRange: last.range,
      range,
      valueRange: value.range,
      table: owner,
    });
    addParts(value, owner);
  };
  const addParts = (value: ScannedValue, owner: object): void => {
    if (value.kind === "inline_table") {
      const inner = {};
      for (const pair of value.pairs) {
        const start = pair.key[0]?.range.start ?? value.range.start;
        addPair(pair, { start, end: pair.value.range.end }, inner);
      }
    }
    if (value.kind !== "array") return;
    for (const element of value.elements) {
      spots.push({
        kind: "element",
        name: "",
        path: "",
        start: element.range.start,
        keyRange: element.range,
        range: element.range,
        valueRange: element.range,
        table: owner,
      });
      addParts(element, owner);
    }
  };
  for (const statement of scanDocument(text)) {
    if (statement.kind === "pair") {
      addPair(statement.pair, statement.range, table);
      continue;
    }
    table = {};
    const last = statement.key.at(-1);
    spots.push({
      kind: "header",
      name: last?.name ?? "",
      path: statement.key.map(({ name }) => name).join("."),
      start: statement.range.start,
      keyRange: last?.range ?? statement.range,
      range: statement.range,
      valueRange: statement.range,
      table,
    });
  }
  return spots;
}

function splice(text: string, { start, end }: TextRange, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

function empty(offset: number): TextRange {
  return { start: offset, end: offset };
}
