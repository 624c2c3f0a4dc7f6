import { expect, test } from "vitest";
import { readRow, svgOfScreen } from "./svg-of-screen.js";

const plain = { colour: null, bold: false, underlined: false };

test("a row is read as its runs, and its last style goes on in the next row", () => {
  const { runs, style } = readRow("a\u001b[1;38;5;37mb\u001b[4mc\u001b[39md\u001b[0m\u001b[1me");
  expect(runs).toEqual([
    { ...plain, text: "a" },
    { text: "b", colour: 37, bold: true, underlined: false },
    { text: "c", colour: 37, bold: true, underlined: true },
    { text: "d", colour: null, bold: true, underlined: true },
    { ...plain, text: "e", bold: true },
  ]);
  expect(readRow("f", style).runs).toEqual([{ ...plain, text: "f", bold: true }]);
});

test("each run stands at its column, wide glyphs counted twice, and nothing is markup", () => {
  const svg = svgOfScreen("a & b", ["日\u001b[38;5;244m<x>"], 8);
  expect(svg).toContain('aria-label="a &amp; b"');
  expect(svg).toContain('x="18" y="48.25" textLength="16.8"');
  expect(svg).toContain('<text class="c244" x="34.8" y="48.25" textLength="25.2"');
  expect(svg).toContain("&lt;x&gt;</text>");
  expect(svg).toContain(".c244{fill:#808080}");
});
