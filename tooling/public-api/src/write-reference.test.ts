import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readSurface } from "./read-surface.js";
import { writeReference } from "./write-reference.js";

function pageOf(declarations: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "perspt-reference-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const file = join(folder, "index.d.ts");
  writeFileSync(file, declarations);
  const surface = readSurface(new Map([["@perspt/box", file]]));
  return writeReference("@perspt/box", "Holds things", surface).split("\n");
}

test("a page starts with what the package is and where its example stands", () => {
  expect(pageOf("export type Size = 1;").slice(0, 3)).toStrictEqual([
    "# `@perspt/box`: reference",
    "",
    "Holds things. To start from: the example in [its README](../../packages/box/README.md).",
  ]);
});

test("a name has its own words as prose, and its members keep theirs beside them", () => {
  const page = pageOf(`
    /** A box. */
    export interface Box {
      /** In bytes. */
      readonly size: number;
    }
  `);
  expect(page.slice(page.indexOf("#### `Box`"), -1)).toStrictEqual([
    "#### `Box`",
    "",
    "A box.",
    "",
    "```ts",
    "interface Box {",
    "      /** In bytes. */",
    "      readonly size: number;",
    "    }",
    "```",
  ]);
});

test("functions come before classes, types and constants, and a declaration links to what it names", () => {
  const page = pageOf(`
    /** The largest. */
    export declare const LARGEST = 7;
    export interface Box { readonly parts: Part[] }
    interface Part { readonly id: string }
    export {};
    export declare class Lid {}
    export declare function open(box: Box): Part;
  `);
  expect(page.filter((line) => /^(#{2,4} |Names: |The largest)/.test(line))).toStrictEqual([
    "## `@perspt/box`",
    "### Functions",
    "#### `open`",
    "Names: [`Box`](#box), [`Part`](#part).",
    "### Classes",
    "#### `Lid`",
    "### Types",
    "#### `Box`",
    "Names: [`Part`](#part).",
    "### Constants",
    "#### `LARGEST`",
    "The largest.",
    "### Named above, and not exported",
    "#### `Part`",
  ]);
});
