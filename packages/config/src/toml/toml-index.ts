import { scanDocument } from "./scan-document.js";
import type { KeyPart } from "./scan-key.js";
import type { ScannedPair, ScannedValue } from "./scan-value.js";
import type { TextRange } from "./text-range.js";

/** Keys by name, elements of arrays by number. */
export type TomlPath = readonly (string | number)[];

/** Where something stands in a TOML text. */
export interface TomlLocation {
  /** The key as written, quotes included; for an element of an array the element itself. */
  readonly key: TextRange;
  /** The value; for a table with a header that header, brackets included. */
  readonly value: TextRange;
}

export interface NamedLocation {
  readonly name: string;
  readonly location: TomlLocation;
}

interface TomlNode {
  location: TomlLocation;
  readonly members: Map<string, TomlNode>;
  readonly elements: TomlNode[];
}

/** Every key and element of a TOML text, with its place. Build it once for several look-ups. */
export class TomlIndex {
  readonly #root: TomlNode;

  constructor(text: string) {
    this.#root = buildTree(text);
  }

  /** The place of exactly this path, or null where the text does not have it. */
  locate(path: TomlPath): TomlLocation | null {
    let node: TomlNode | undefined = this.#root;
    for (const step of path) {
      node = typeof step === "string" ? node.members.get(step) : node.elements[step];
      if (node === undefined) return null;
    }
    return node.location;
  }

  /** The keys with one of these names, wherever they are; in no promised order. */
  locateNames(names: ReadonlySet<string>): readonly NamedLocation[] {
    const found: NamedLocation[] = [];
    const open = [this.#root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      for (const [name, member] of node.members) {
        if (names.has(name)) found.push({ name, location: member.location });
        open.push(member);
      }
      for (const element of node.elements) open.push(element);
    }
    return found;
  }
}

function buildTree(text: string): TomlNode {
  const root = createNode({ key: { start: 0, end: 0 }, value: { start: 0, end: text.length } });
  let table = root;
  for (const statement of scanDocument(text)) {
    switch (statement.kind) {
      case "table":
        table = declareTable(root, statement.key, statement.range);
        break;
      case "array_table":
        table = declareArrayTable(root, statement.key, statement.range);
        break;
      case "pair":
        addPair(table, statement.pair);
        break;
    }
  }
  return root;
}

function createNode(location: TomlLocation): TomlNode {
  return { location, members: new Map(), elements: [] };
}

function declareTable(root: TomlNode, key: readonly KeyPart[], range: TextRange): TomlNode {
  const table = descend(root, key, range);
  // A table is known by its own header, even where a header of a table inside it came first.
  table.location = { key: lastRange(key, range), value: range };
  return table;
}

function declareArrayTable(root: TomlNode, key: readonly KeyPart[], range: TextRange): TomlNode {
  const last = key.at(-1);
  const parent = descend(root, key.slice(0, -1), range);
  if (last === undefined) return parent;
  const list = memberOf(parent, last, range);
  const element = createNode({ key: last.range, value: range });
  list.elements.push(element);
  return element;
}

function addPair(table: TomlNode, { key, value }: ScannedPair): void {
  const last = key.at(-1);
  if (last === undefined) return;
  const parent = descend(table, key.slice(0, -1), value.range);
  parent.members.set(last.name, nodeOf(value, last.range));
}

function nodeOf(value: ScannedValue, key: TextRange): TomlNode {
  const node = createNode({ key, value: value.range });
  switch (value.kind) {
    case "scalar":
      break;
    case "array":
      for (const element of value.elements) node.elements.push(nodeOf(element, element.range));
      break;
    case "inline_table":
      for (const pair of value.pairs) addPair(node, pair);
      break;
  }
  return node;
}

/** Walks down a dotted key, making the tables that it implies; in an array of tables the last one is meant. */
function descend(from: TomlNode, key: readonly KeyPart[], range: TextRange): TomlNode {
  return key.reduce((node, part) => {
    const member = memberOf(node, part, range);
    return member.elements.at(-1) ?? member;
  }, from);
}

function memberOf(node: TomlNode, part: KeyPart, range: TextRange): TomlNode {
  const known = node.members.get(part.name);
  if (known !== undefined) return known;
  const created = createNode({ key: part.range, value: range });
  node.members.set(part.name, created);
  return created;
}

function lastRange(key: readonly KeyPart[], range: TextRange): TextRange {
  return key.at(-1)?.range ?? range;
}
