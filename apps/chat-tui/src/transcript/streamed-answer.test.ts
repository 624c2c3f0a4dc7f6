import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BlockLayouts } from "./block-rows.js";
import {
  appendBlock,
  appendDelta,
  closeBlock,
  EMPTY_TRANSCRIPT,
  type Transcript,
} from "./transcript.js";

const REALISTIC: readonly string[] = [
  "# Title\n\nA *word* and **two** with `code` and ~~none~~.\n\nSecond.",
  "- one\n- two\n  - deep\n    more\n- three\n\nAfter.",
  "1. a\n2. b\n\n   a paragraph of b\n\n3. c",
  "- [x] done\n\n- [ ] open",
  "> quoted\n> on\n\nplain",
  "```ts\nconst a = 1;\n\n  indented\n```\n\nEnd.",
  "| name | n |\n|---|--:|\n| a | 1 |\n| 日本 | 22 |\n\nx",
  "para\n===\n\nother\n---\n\n---\n\n[a](https://x.test) <b>html</b>",
  "Text right before\n- a list\n\n    code after\n\ntext",
  "[x] and [t][x]\n\nmid\n\nlow\n\n[x]: https://x.test\n\nend",
];

/** What begins, ends or changes blocks of Markdown, in any order. */
const PIECES: readonly string[] = [
  ..."- |1. |> |\n|\n\n|    |  |```\n|~~~|<div>|</div>|<!--|-->|===\n|---\n|# |word|*|**|`|[x]|\\|<pre>".split(
    "|",
  ),
  "| a | b |\n|--|--|\n| c | d |\n",
  "[x]: u\n",
];

function rowsOf(transcript: Transcript, layouts = new BlockLayouts()) {
  const [block] = transcript.blocks;
  return block === undefined ? expect.unreachable() : layouts.rowsOf(block, 40);
}

const OPEN = appendBlock(EMPTY_TRANSCRIPT, { kind: "assistant", text: "", isOpen: true });

/** Says the pieces one by one, and holds each moment against the whole text so far, laid out at once. */
function sayAndCompare(pieces: readonly string[]): void {
  const layouts = new BlockLayouts();
  let transcript = OPEN;
  let said = "";
  for (const piece of pieces) {
    transcript = appendDelta(transcript, 1, piece);
    said += piece;
    const whole = closeBlock(appendDelta(OPEN, 1, said), 1);
    expect(rowsOf(transcript, layouts)).toEqual(rowsOf(whole));
  }
}

describe("an answer that comes in pieces looks like one that came whole, at every moment", () => {
  test("wherever a text is cut", () => {
    const texts = fc.array(fc.constantFrom(...REALISTIC), { minLength: 1, maxLength: 4 });
    const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(texts, sizes, (parts, cuts) => {
        const whole = parts.join("\n\n");
        const pieces: string[] = [];
        for (let at = 0; at < whole.length; at += pieces.at(-1)?.length ?? 1) {
          pieces.push(whole.slice(at, at + (cuts[pieces.length % cuts.length] ?? 1)));
        }
        sayAndCompare(pieces);
      }),
      { numRuns: 60 },
    );
  });

  test("whatever marks follow each other", () => {
    fc.assert(fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }), sayAndCompare), {
      numRuns: 500,
    });
  });
});
