import { displayWidth, graphemes, truncateToWidth } from "@perspt/text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Frame, Row, Size } from "../src/view/frame.js";
import { echoFrame } from "./demo/echo-frame.js";
import { openOnFake } from "./open-on-fake.js";

const SIZE: Size = { columns: 40, rows: 8 };
const ESC = "\u001b";
const BEGIN = `${ESC}[?2026h`;
const END = `${ESC}[?2026l`;
/** Any sequence that a frame is made of, and a whole frame. */
const SEQUENCE = new RegExp(`${ESC}\\[[?\\d;]*[A-Za-z]`, "g");
const FRAME = new RegExp(`${ESC}\\[\\?2026h.*?${ESC}\\[\\?2026l`, "gs");

function plainFrame(size: Size, texts: readonly string[], cursor: Frame["cursor"] = null): Frame {
  const rows = Array.from({ length: size.rows }, (_, row): Row => {
    return [{ text: texts[row] ?? "", style: {} }];
  });
  return { size, rows, cursor };
}

describe("what is drawn", () => {
  test("6: the right border stands in the same column beside glyphs of every width", async () => {
    const { terminal, screen } = await openOnFake(SIZE);
    screen.draw(echoFrame({ typed: "", notice: "" }, SIZE));
    await terminal.untilShown("40x8");
    for (let row = 1; row <= 5; row += 1) {
      expect(terminal.cell(row, 39), `row ${row}`).toMatchObject({ text: "|", width: 1 });
    }
    expect(terminal.screen()[2]).toBe("日本語                                 |");
  });

  test.each(["xterm-256color", "screen-256color", "tmux-256color"])(
    "7: after each of 100 random frames the grid is the model's, TERM=%s",
    async (term) => {
      const { terminal, screen } = await openOnFake(SIZE, { TERM: term });
      // Glyphs whose width xterm.js and the layout agree on: the rest is between borders in the test above.
      const glyph = fc.constantFrom(
        "a",
        "b",
        " ",
        " ",
        "|",
        "日",
        "本",
        "한",
        "é",
        "─",
        "ｗ",
        "e\u0301",
      );
      const text = fc.array(glyph, { maxLength: 45 }).map((glyphs) => glyphs.join(""));
      const texts = fc.sample(fc.array(text, { minLength: 8, maxLength: 8 }), 100);
      for (const [index, lines] of texts.entries()) {
        const rows = lines.map((line) => truncateToWidth(line, SIZE.columns, { ellipsis: "" }));
        const marked = [...rows.slice(0, -1), `frame ${index}`];
        screen.draw(plainFrame(SIZE, marked));
        await terminal.until(`frame ${index}`, () => terminal.screen()[7] === `frame ${index}`);
        expect(terminal.screen()).toEqual(marked.map((row) => row.trimEnd()));
      }
    },
  );

  test("a glyph that the terminal takes for wider than it is harms neither what stays beside it nor the next row", async () => {
    const { terminal, screen } = await openOnFake(SIZE);
    const family = "👨‍👩‍👧";
    const end = "x".repeat(38);
    const show = async (first: string, last: string, mark: string) => {
      screen.draw(plainFrame(SIZE, [`${first}cdefgh`, `${end}${last}`, "intact", mark]));
      await terminal.until(mark, () => terminal.screen()[3] === mark);
      expect(terminal.screen()[0]?.endsWith("cdefgh")).toBe(true);
      expect(terminal.cell(0, 2).text).toBe("c");
      expect(terminal.screen()[2]).toBe("intact");
    };
    await show("ab", "yz", "first");
    await show(family, family, "second");
    await show("ab", "yz", "third");
    expect(terminal.screen().slice(0, 2)).toEqual(["abcdefgh", `${end}yz`]);
  });

  test("21: after each frame the cursor is shown, and stands where the person writes", async () => {
    const { terminal, screen } = await openOnFake(SIZE);
    let typed = "";
    for (const grapheme of graphemes("日本é👨‍👩‍👧x")) {
      typed += grapheme;
      screen.draw(echoFrame({ typed, notice: String(typed.length) }, SIZE));
      await terminal.untilShown(`40x8 ${typed.length}`);
      expect(terminal.cursor()).toEqual({ row: 7, column: 2 + displayWidth(typed) });
      expect(terminal.modes().cursorShown).toBe(true);
    }
    screen.draw(plainFrame(SIZE, ["no cursor"]));
    await terminal.untilShown("no cursor");
    expect(terminal.modes().cursorShown).toBe(false);
  });

  test("11: no control character of a frame reaches the terminal, and nothing that turns the writing", async () => {
    const { terminal, screen } = await openOnFake(SIZE);
    const hostile =
      "a\u001b]52;c;QQ==\u0007b\u009b2Jc\u009d0;t\u009cd\u001bce\u202ef\r\n\tg\u2066h\ud800i";
    screen.draw(plainFrame(SIZE, ["above", hostile, "below"]));
    await terminal.untilShown("below");
    expect(terminal.screen().slice(0, 3)).toEqual([
      "above",
      "a�]52;c;QQ==�b�2Jc�0;t�d�ce�f��g�h�i",
      "below",
    ]);
    const frame = terminal.output.writes.find((write) => write.includes("above")) ?? "";
    const text = frame.replaceAll(SEQUENCE, "");
    expect(text).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  });
});

describe("how it is drawn", () => {
  test("17: each frame is one write within synchronised output, and holds only what changed", async () => {
    const { terminal, screen } = await openOnFake(SIZE);
    screen.draw(plainFrame(SIZE, ["one", "two", "three"], { row: 0, column: 1 }));
    await terminal.untilShown("three");
    const before = terminal.output.writes.length;
    screen.draw(plainFrame(SIZE, ["one", "TWo", "three"], { row: 0, column: 2 }));
    await terminal.untilShown("TWo");
    expect(terminal.output.writes.slice(before)).toEqual([
      `${BEGIN}\u001b[?25l\u001b[2;1H\u001b[0mTW\u001b[1;3H\u001b[?25h${END}`,
    ]);
  });

  test("a frame that changes nothing writes nothing", async () => {
    const { terminal, screen } = await openOnFake(SIZE);
    screen.draw(plainFrame(SIZE, ["same"]));
    await terminal.untilShown("same");
    const before = terminal.output.writes.length;
    screen.draw(plainFrame(SIZE, ["same"]));
    screen.copy("a mark in the order of writes");
    await terminal.until("the mark", () => terminal.raw().includes("\u001b]52"));
    screen.draw(plainFrame(SIZE, ["SAME"]));
    await terminal.untilShown("SAME");
    expect(terminal.output.writes.slice(before).filter((write) => write.startsWith(BEGIN))).toEqual(
      [`${BEGIN}\u001b[?25l\u001b[1;1H\u001b[0mSAME${END}`],
    );
  });

  test("a repaint that was asked for writes every cell of the next frame, clear included, in one write", async () => {
    const { terminal, screen } = await openOnFake(SIZE);
    screen.draw(plainFrame(SIZE, ["one", "two"]));
    await terminal.untilShown("two");
    terminal.write("scribble of another program");
    await terminal.untilShown("scribble");
    screen.repaint();
    screen.draw(plainFrame(SIZE, ["one", "two"]));
    await terminal.until("no scribble", () => !terminal.screen().join("").includes("scribble"));
    expect(terminal.screen()).toEqual(["one", "two", "", "", "", "", "", ""]);
    expect(terminal.output.writes.at(-1)).toBe(
      `${BEGIN}${ESC}[?25l${ESC}[0m${ESC}[2J${ESC}[1;1H${ESC}[0mone${ESC}[2;1Htwo${END}`,
    );
  });

  test("17: of 500 frames in a second at most 30 are drawn, the newest among them", async () => {
    const { terminal, screen } = await openOnFake(SIZE);
    const startedAt = performance.now();
    for (let index = 1; index <= 500; index += 1) {
      screen.draw(plainFrame(SIZE, [`delta ${index}`]));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await terminal.untilShown("delta 500");
    const seconds = (performance.now() - startedAt) / 1_000;
    const frames = terminal.output.writes.filter((write) => write.startsWith(BEGIN));
    expect(frames.length).toBeLessThanOrEqual(Math.ceil(seconds * 30) + 1);
    expect(frames.length).toBeGreaterThan(2);
  });

  test("while the terminal takes nothing, nothing more is written; afterwards only the newest frame is", async () => {
    const { terminal, screen } = await openOnFake(SIZE);
    screen.draw(plainFrame(SIZE, ["first"]));
    await terminal.untilShown("first");
    terminal.output.hold();
    screen.draw(plainFrame(SIZE, ["second"]));
    await terminal.until(
      "the write",
      () => terminal.output.writes.at(-1)?.includes("second") === true,
    );
    const before = terminal.output.writes.length;
    for (let index = 0; index < 10; index += 1) {
      screen.draw(plainFrame(SIZE, [`never ${index}`]));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    screen.draw(plainFrame(SIZE, ["newest"]));
    expect(terminal.output.writes).toHaveLength(before);
    terminal.output.letGo();
    await terminal.untilShown("newest");
    expect(terminal.output.writes).toHaveLength(before + 1);
  });

  test("24 bits where COLORTERM says so, else 256, and with NO_COLOR attributes only", async () => {
    const rows: Row[] = [[{ text: "x", style: { tone: "bad", bold: true } }]];
    const frame: Frame = { size: SIZE, rows, cursor: null };
    const seen: unknown[] = [];
    for (const environment of [
      { COLORTERM: "truecolor" },
      {},
      { NO_COLOR: "1", COLORTERM: "24bit" },
    ]) {
      const { terminal, screen } = await openOnFake(SIZE, environment);
      screen.draw(frame);
      await terminal.untilShown("x");
      const { colour, bold } = terminal.cell(0, 0);
      seen.push([colour, bold]);
    }
    expect(seen).toEqual([
      ["#d45454", true],
      [167, true],
      [null, true],
    ]);
  });
});

describe("resize", () => {
  test("19: the next frame repaints all, its clear within synchronised output, and a frame of the old size is too late", async () => {
    const { terminal, screen, events } = await openOnFake({ columns: 80, rows: 24 });
    screen.draw(echoFrame({ typed: "draft", notice: "" }, screen.size));
    await terminal.untilShown("80x24");
    for (const size of [
      { columns: 60, rows: 15 },
      { columns: 200, rows: 50 },
    ]) {
      const late = echoFrame({ typed: "late", notice: "" }, screen.size);
      terminal.resize(size);
      expect(events.at(-1)).toEqual({ type: "resized", size });
      screen.draw(late);
      screen.draw(echoFrame({ typed: "draft", notice: "" }, size));
      await terminal.untilShown(`${size.columns}x${size.rows}`);
      expect(terminal.screen().filter((row) => row.includes("late"))).toEqual([]);
      for (let row = 1; row < size.rows - 2; row += 1) {
        expect(terminal.cell(row, size.columns - 1).text, `row ${row}`).toBe("|");
      }
      expect(terminal.cursor()).toEqual({ row: size.rows - 1, column: 7 });
    }
    const outside = terminal.raw().replaceAll(FRAME, "");
    expect(outside).not.toContain("\u001b[2J");
    expect(outside).not.toContain("\u001b[K");
  });

  test("20: a terminal of one column or of 10x3 is drawn too, and recovers", async () => {
    const { terminal, screen } = await openOnFake({ columns: 80, rows: 24 });
    for (const size of [
      { columns: 1, rows: 1 },
      { columns: 10, rows: 3 },
      { columns: 80, rows: 24 },
    ]) {
      terminal.resize(size);
      screen.draw(echoFrame({ typed: "", notice: "" }, screen.size));
      const shown = { 1: "…", 10: "too small", 80: "80x24" }[size.columns] ?? "";
      await terminal.untilShown(shown);
    }
  });
});
