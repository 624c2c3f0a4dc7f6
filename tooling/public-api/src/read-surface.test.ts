import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readSurface } from "./read-surface.js";

function surfaceOf(files: Readonly<Record<string, string>>, entries: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "perspt-surface-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { entries: read, reached } = readSurface(
    new Map(entries.map((entry) => [entry, join(folder, `${entry}.d.ts`)])),
  );
  const texts = (names: readonly { readonly text: string }[]) => names.map(({ text }) => text);
  return { entries: [...read.values()].map(texts), reached: texts(reached) };
}

const parts = `
  /** Of no concern. */
  export interface Shape { /** Nor this. */ readonly size: Size; }
  export declare const LARGEST = 7;
  export type Size = "small" | Hidden;
  type Hidden = "large";
  export declare function unseen(): void;
`;

test("names are followed to their declarations, and told without comments in their order", () => {
  const { entries } = surfaceOf(
    {
      "index.d.ts": 'export { type Shape, LARGEST as MOST } from "./parts.js";',
      "parts.d.ts": parts,
    },
    ["index"],
  );
  expect(entries).toStrictEqual([
    ["export declare const LARGEST = 7;", "export interface Shape {\n    readonly size: Size;\n}"],
  ]);
});

test("what an exported declaration names and nobody can import is told apart", () => {
  const files = { "index.d.ts": 'export type { Shape } from "./parts.js";', "parts.d.ts": parts };
  expect(surfaceOf(files, ["index"]).reached).toStrictEqual([
    'type Hidden = "large";',
    'export type Size = "small" | Hidden;',
  ]);
});

test("what another entry of the package exports can be imported", () => {
  const files = {
    "index.d.ts": 'export type { Shape } from "./parts.js";',
    "sizes.d.ts": 'export type { Size } from "./parts.js";',
    "parts.d.ts": parts,
  };
  const { entries, reached } = surfaceOf(files, ["index", "sizes"]);
  expect(entries[1]).toStrictEqual(['export type Size = "small" | Hidden;']);
  expect(reached).toStrictEqual(['type Hidden = "large";']);
});

test("a file that is no module is told, not read as empty", () => {
  expect(() => surfaceOf({ "index.d.ts": "declare const a: 1;" }, ["index"])).toThrow(
    "is no module",
  );
});
