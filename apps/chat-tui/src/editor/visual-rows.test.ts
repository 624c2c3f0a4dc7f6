import { displayWidth, graphemes } from "@perspt/text";
import fc from "fast-check";
import { expect, test } from "vitest";
import { editorOf } from "./editor.js";
import { shownAs, visualRows } from "./visual-rows.js";

const PIECES = fc.constantFrom(
  ..."a|b c|\u0301|日|本語|か|\u3099|ー|。|、|한|\u11a8|ｗ|！|👩|\u200d|👍|🏽|❤|\ufe0f|é|\t|\u202e|\ud83d|\u302a|\u{1f1ef}|\u{1f1f5}|ไ|ำ".split(
    "|",
  ),
);

/** The rows of one line by nothing but their definition: each grapheme where it fits. */
function oneByOne(
  line: string,
  limit: number,
): readonly { readonly text: string; readonly start: number }[] {
  let row = { text: "", start: 0, width: 0 };
  const rows: (typeof row)[] = [];
  let offset = 0;
  for (const grapheme of graphemes(line)) {
    const shown = shownAs(grapheme, []);
    const width = displayWidth(shown);
    if (row.width + width > limit) {
      rows.push(row);
      row = { text: "", start: offset, width: 0 };
    }
    row = { ...row, text: row.text + shown, width: row.width + width };
    offset += grapheme.length;
  }
  return [...rows, row].map(({ text, start }) => ({ text, start }));
}

test("rows that are laid out a run at a time are those of one grapheme after the other", () => {
  const line = fc.array(PIECES, { maxLength: 40 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(line, fc.integer({ min: 12, max: 40 }), (text, limit) => {
      const { content, chips } = editorOf(text);
      // What is wider than a row is divided.
      fc.pre([...graphemes(content)].every((each) => displayWidth(shownAs(each, [])) <= limit));
      // The cursor stands at the start, where it adds no row.
      const rows = visualRows({ content, chips, cursor: 0 }, limit);
      expect(
        rows.map(({ parts, start }) => ({ text: parts.map((part) => part.text).join(""), start })),
      ).toEqual(oneByOne(content, limit));
    }),
    { numRuns: 5_000 },
  );
});

test("all characters that are taken for two columns wide are", () => {
  const ranges = [
    [0x3001, 0x3020],
    [0x3041, 0x3096],
    [0x30a0, 0x30ff],
    [0x4e00, 0x9fff],
    [0xac00, 0xd7a3],
    [0xff01, 0xff60],
  ] as const;
  for (const [first, last] of ranges) {
    for (let code = first; code <= last; code += 1) {
      expect(displayWidth(String.fromCodePoint(code)), code.toString(16)).toBe(2);
    }
  }
});
