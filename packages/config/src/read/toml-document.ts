import type { TomlTable } from "smol-toml";
import type { SourcePosition } from "../perspt-config.js";
import { LineTable } from "../toml/text-range.js";
import { TomlIndex, type TomlLocation, type TomlPath } from "../toml/toml-index.js";

/** A parsed file that still knows where everything stood. The places are worked out at the first question. */
export class TomlDocument {
  readonly file: string;
  readonly table: TomlTable;
  readonly #text: string;
  #places: { readonly index: TomlIndex; readonly lines: LineTable } | null = null;

  constructor(file: string, text: string, table: TomlTable) {
    this.file = file;
    this.table = table;
    this.#text = text;
  }

  /** The place of the longest beginning of this path that the text has. */
  positionOf(path: TomlPath): SourcePosition {
    const { index, lines } = this.#placesOfText();
    for (let length = path.length; length > 0; length -= 1) {
      const location = index.locate(path.slice(0, length));
      if (location !== null) return lines.positionAt(startOf(location));
    }
    return lines.positionAt(0);
  }

  /** Whether this is a table with a header of its own, not one in braces or behind dots. */
  hasHeader(path: TomlPath): boolean {
    const location = this.#placesOfText().index.locate(path);
    if (location === null) return false;
    const { key, value } = location;
    return value.start < key.start && key.end < value.end;
  }

  /** The keys with one of these names, wherever they are. */
  findNames(
    names: ReadonlySet<string>,
  ): readonly { readonly name: string; readonly position: SourcePosition }[] {
    const { index, lines } = this.#placesOfText();
    return index
      .locateNames(names)
      .map(({ name, location }) => ({ name, position: lines.positionAt(startOf(location)) }));
  }

  #placesOfText() {
    this.#places ??= { index: new TomlIndex(this.#text), lines: new LineTable(this.#text) };
    return this.#places;
  }
}

/** A table is found by the bracket of its header, everything else by its key. */
function startOf({ key, value }: TomlLocation): number {
  return Math.min(key.start, value.start);
}
