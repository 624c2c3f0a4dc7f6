import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeFileSystem } from "./node-file-system.js";
import { openSegment, PIECE_BYTES } from "./segment-lines.js";

/** The lines of a file, from an offset on, each with where it begins. */
function linesIn(content: string, from = 0): readonly (readonly [number, string])[] {
  const path = join(mkdtempSync(join(tmpdir(), "perspt-lines-")), "segment");
  writeFileSync(path, content);
  const segment = openSegment(nodeFileSystem, path, "segment");
  return [...segment.lines(from)].map(({ offset, bytes }) => [offset, bytes.toString()]);
}

test("a segment is given line by line, its last one with or without an end", () => {
  expect(linesIn("")).toEqual([]);
  expect(linesIn("one\ntwo\n")).toEqual([
    [0, "one\n"],
    [4, "two\n"],
  ]);
  expect(linesIn("one\ntwo", 4)).toEqual([[4, "two"]]);
});

test("a line that lies across pieces, or is longer than several, comes whole", () => {
  for (const length of [PIECE_BYTES - 2, PIECE_BYTES - 1, PIECE_BYTES, 5 * PIECE_BYTES]) {
    const long = `${"x".repeat(length)}\n`;
    expect(linesIn(`a\n${long}b\n`)).toEqual([
      [0, "a\n"],
      [2, long],
      [2 + long.length, "b\n"],
    ]);
  }
});
