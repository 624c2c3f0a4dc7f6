import { describe, expect, test } from "vitest";
import {
  type Block,
  code,
  heading,
  indented,
  line,
  ownText,
  prose,
  span,
  table,
} from "./blocks.js";
import { renderBlocks } from "./render-blocks.js";

const PLAIN = { colour: false, width: null };
const HOSTILE = "a\u001b[2J\u009b\u202eb\r\n\u0007c";

describe("no block lets a stranger's text reach the terminal as it came (T56, report 25)", () => {
  const blocks: readonly (readonly [kind: string, block: Block, text: string])[] = [
    ["line", line(HOSTILE), "a\\u001b[2J\\u009b\\u202eb\\r\\n\\u0007c\n"],
    ["prose", prose(HOSTILE), "a\\u001b[2J\\u009b\\u202eb\n\\u0007c\n"],
    ["code", code(HOSTILE), "  a\\u001b[2J\\u009b\\u202eb\n  \\u0007c\n"],
    [
      "table",
      table([{ title: "t" }], [[HOSTILE]]),
      "t\na\\u001b[2J\\u009b\\u202eb\\r\\n\\u0007c\n",
    ],
  ];
  test.each(blocks)("%s", (_kind, block, text) => {
    expect(renderBlocks([block], PLAIN)).toBe(text);
  });

  test("with colours on, the only escapes are the program's own", () => {
    const text = renderBlocks([line(span(HOSTILE, "bad")), prose(HOSTILE, { tone: "dim" })], {
      colour: true,
      width: 80,
    });
    const own = ["\u001b[0m", "\u001b[2m", "\u001b[31m", "\n"];
    const others = own.reduce((rest, code) => rest.replaceAll(code, ""), text);
    expect(others).not.toMatch(/\p{Cc}/u);
  });
});

describe("layout", () => {
  test("text that goes to no terminal is never broken", () => {
    const words = "word ".repeat(100).trimEnd();
    expect(renderBlocks([prose(words)], PLAIN)).toBe(`${words}\n`);
  });

  test("prose is broken at the terminal's width, its indent included", () => {
    const text = renderBlocks([prose("one two three four five six", { indent: 2 })], {
      colour: false,
      width: 22,
    });
    expect(text).toBe("  one two three four\n  five six\n");
  });

  test("code is never broken: it is there to be copied", () => {
    const long = `x = "${"y".repeat(100)}"`;
    expect(renderBlocks([code(long)], { colour: false, width: 20 })).toBe(`  ${long}\n`);
  });

  test("an empty line stays empty under an indent", () => {
    expect(renderBlocks([code("a\n\nb"), indented(4, "")], PLAIN)).toBe("  a\n\n  b\n\n");
  });

  test("tones colour cells by what they say, and headings are strong", () => {
    const text = renderBlocks(
      [
        heading("H"),
        table(
          [
            { title: "s", tone: (cell) => (cell === "ok" ? "good" : "bad") },
            { title: "n", align: "right" },
          ],
          [
            ["ok", "1"],
            ["no", "22"],
          ],
        ),
      ],
      { colour: true, width: 40 },
    );
    expect(text).toBe(
      [
        "\u001b[1mH\u001b[0m",
        "\u001b[2ms \u001b[0m  \u001b[2m n\u001b[0m",
        "\u001b[32mok\u001b[0m   1",
        "\u001b[31mno\u001b[0m  22",
        "",
      ].join("\n"),
    );
  });

  test("the program's own text is printed byte for byte", () => {
    expect(renderBlocks([ownText("a\tb\n")], PLAIN)).toBe("a\tb\n");
  });
});
