import { expect, test } from "vitest";
import { lexMarkdown } from "./markdown-tokens.js";

const written = (text: string) =>
  lexMarkdown(text)
    .map(({ raw }) => raw)
    .join("");

test("however deep a stranger nests, reading ends, and no character is lost", () => {
  for (const text of [
    ">".repeat(20_000),
    "> ".repeat(3_000),
    `${"*a **b ".repeat(2_000)}${"c** d*".repeat(2_000)}`,
    `${"~~a *b ".repeat(2_000)}c`,
    `${"*".repeat(300)}a${"*".repeat(300)}`,
    "[a](".repeat(5_000),
    "![a".repeat(5_000),
    Array.from({ length: 300 }, (_, depth) => `${" ".repeat(depth * 2)}- a`).join("\n"),
  ]) {
    expect(written(text)).toBe(text);
  }
});

test("a definition of a link is a paragraph, and a link by reference stays as it was written", () => {
  expect(lexMarkdown("[t][x]\n\n[x]: https://x.test").map(({ type }) => type)).toEqual([
    "paragraph",
    "space",
    "paragraph",
  ]);
});

test("marks are read in a paragraph of 16,384 characters, and in a longer one shown as they were written", () => {
  const inlineTypes = (length: number) =>
    lexMarkdown(`*a*${"b".repeat(length - 3)}`).flatMap((block) =>
      "tokens" in block ? (block.tokens ?? []).map(({ type }) => type) : [],
    );
  expect(inlineTypes(16_384)).toEqual(["em", "text"]);
  expect(inlineTypes(16_385)).toEqual(["text"]);
});
