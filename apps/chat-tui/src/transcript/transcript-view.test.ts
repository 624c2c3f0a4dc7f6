import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BlockLayouts } from "./block-rows.js";
import { FOLLOWING, type Scroll } from "./scroll.js";
import { findOlder, highlight } from "./search-transcript.js";
import { appendBlock, appendDelta, EMPTY_TRANSCRIPT, type Transcript } from "./transcript.js";
import { TranscriptWindow } from "./transcript-view.js";

function conversation(count: number): Transcript {
  let transcript = EMPTY_TRANSCRIPT;
  for (let n = 1; n <= count; n += 1) {
    transcript = appendBlock(transcript, { kind: "person", text: `message ${n}` });
  }
  return transcript;
}

const size = { columns: 20, rows: 4 };

function rows(transcript: Transcript, scroll: Scroll, at = size): readonly string[] {
  return new TranscriptWindow(new BlockLayouts())
    .view(transcript, at, scroll)
    .rows.map((row) => row.map(({ text }) => text).join(""));
}

const step = (transcript: Transcript, scroll: Scroll, by: number) =>
  new TranscriptWindow(new BlockLayouts()).scrolled(transcript, size, scroll, {
    kind: "rows",
    rows: by,
  });

describe("the part of a transcript in sight", () => {
  test("is its end while following, and its start where it is short", () => {
    expect(rows(conversation(9), FOLLOWING)).toEqual(["> message 8", "", "> message 9", ""]);
    expect(rows(conversation(1), FOLLOWING)).toEqual(["> message 1", ""]);
    expect(rows(EMPTY_TRANSCRIPT, FOLLOWING)).toEqual([]);
  });

  test("18: stays where the reader is while more is said below, and follows again at the end", () => {
    const before = conversation(9);
    const up = step(before, FOLLOWING, -3);
    expect(rows(before, up)).toEqual(["", "> message 7", "", "> message 8"]);
    const open = appendBlock(before, { kind: "assistant", text: "", isOpen: true });
    const after = appendDelta(open, 10, "word ".repeat(100));
    expect(rows(after, up)).toEqual(rows(before, up));
    expect(step(before, up, 3)).toEqual(FOLLOWING);
  });

  test("18: a reader within the answer that grows keeps the same rows", () => {
    const open = appendBlock(EMPTY_TRANSCRIPT, { kind: "assistant", text: "", isOpen: true });
    const before = appendDelta(open, 1, "one two three four five six ".repeat(10));
    const up = step(before, FOLLOWING, -5);
    expect(rows(appendDelta(before, 1, "more ".repeat(60)), up)).toEqual(rows(before, up));
  });

  test("19: begins with the same text at another width, and with the same row back at the first", () => {
    const words = Array.from({ length: 60 }, (_, n) => `w${n}`).join(" ");
    const text = `# Title\n\n- ${words}\n\n\`\`\`\ncode\n\`\`\`\n\n${words}`;
    const long = appendBlock(conversation(3), { kind: "assistant", text, isOpen: false });
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 30 }),
        fc.integer({ min: 12, max: 60 }),
        (up, columns) => {
          const scroll = step(long, FOLLOWING, -up);
          const [first = ""] = rows(long, scroll);
          const [word] = /\w+/.exec(first) ?? [];
          const other = rows(long, scroll, { columns, rows: 1 })[0];
          if (word !== undefined) expect(other).toContain(word);
          expect(rows(long, scroll)[0]).toBe(first);
        },
      ),
    );
  });

  test("19: a screen that grew is filled from above", () => {
    const transcript = conversation(9);
    const up = step(transcript, FOLLOWING, -1);
    expect(rows(transcript, up, { columns: 20, rows: 8 })).toEqual(
      rows(transcript, FOLLOWING, { columns: 20, rows: 8 }),
    );
  });

  test("a step up and the same step down end where they began", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 20 }), (up, by) => {
        const transcript = conversation(40);
        const from = step(transcript, FOLLOWING, -up);
        expect(step(transcript, step(transcript, from, -by), by)).toEqual(from);
      }),
    );
  });

  test("17: of ten thousand blocks only those in sight are laid out", () => {
    const transcript = conversation(10_000);
    let laid = 0;
    class Counted extends BlockLayouts {
      override rowsOf(...given: Parameters<BlockLayouts["rowsOf"]>) {
        laid += 1;
        return super.rowsOf(...given);
      }
    }
    const window = new TranscriptWindow(new Counted());
    window.view(transcript, { columns: 80, rows: 24 }, FOLLOWING);
    expect(laid).toBeLessThan(40);
    const up = window.scrolled(transcript, size, FOLLOWING, { kind: "rows", rows: -20 });
    expect(window.view(transcript, size, up).blocksBelow).toBeGreaterThan(5);
    expect(laid).toBeLessThan(100);
  });
});

describe("a search", () => {
  test("goes from the newest to the oldest, round, whatever the case", () => {
    const transcript = conversation(12);
    expect(findOlder(transcript, "MESSAGE 1", null)).toBe(12);
    expect(findOlder(transcript, "message 1", 12)).toBe(11);
    expect(findOlder(transcript, "message 1", 1)).toBe(12);
    expect(findOlder(transcript, "nothing", null)).toBeNull();
    expect(findOlder(transcript, "", null)).toBeNull();
  });

  test("inverts what it found and nothing else", () => {
    expect(highlight([[{ text: "a Bc b", style: { bold: true } }]], "b")).toEqual([
      [
        { text: "a ", style: { bold: true } },
        { text: "B", style: { bold: true, inverse: true } },
        { text: "c ", style: { bold: true } },
        { text: "b", style: { bold: true, inverse: true } },
      ],
    ]);
  });

  test("inverts what stands in several styles, row by row", () => {
    const row = [
      { text: "an ", style: {} },
      { text: "answer", style: { bold: true as const } },
    ];
    expect(highlight([row, []], "AN ANS")).toEqual([
      [
        { text: "an ", style: { inverse: true } },
        { text: "ans", style: { bold: true, inverse: true } },
        { text: "wer", style: { bold: true } },
      ],
      [],
    ]);
  });
});
