import { expect, test } from "vitest";
import {
  answers,
  appendBlock,
  appendDelta,
  closeBlock,
  EMPTY_TRANSCRIPT,
  indexOfBlock,
} from "./transcript.js";

const asked = appendBlock(EMPTY_TRANSCRIPT, { kind: "person", text: "why?" });
const open = appendBlock(asked, { kind: "assistant", text: "", isOpen: true });

test("blocks stand in order, under ids that the transcript gives", () => {
  expect(open).toEqual({
    blocks: [
      { kind: "person", id: 1, text: "why?" },
      { kind: "assistant", id: 2, text: "", isOpen: true },
    ],
    nextId: 3,
  });
  expect([1, 2, 3].map((id) => indexOfBlock(open, id))).toEqual([0, 1, -1]);
});

test("words are added to an open answer alone, and what was before stays as it was", () => {
  const said = appendDelta(appendDelta(open, 2, "be"), 2, "cause");
  expect(said.blocks[1]).toEqual({ kind: "assistant", id: 2, text: "because", isOpen: true });
  expect(said.blocks[0]).toBe(open.blocks[0]);
  expect(open.blocks[1]).toEqual({ kind: "assistant", id: 2, text: "", isOpen: true });
  const closed = closeBlock(said, 2);
  expect(closed.blocks[1]).toEqual({ kind: "assistant", id: 2, text: "because", isOpen: false });
  expect(appendDelta(closed, 2, "more")).toBe(closed);
  expect(appendDelta(closed, 1, "more")).toBe(closed);
  expect(appendDelta(closed, 9, "more")).toBe(closed);
});

test("answers are told newest first, those without words left out", () => {
  const first = closeBlock(appendDelta(open, 2, "one"), 2);
  const second = appendBlock(first, { kind: "assistant", text: "two", isOpen: false });
  const third = appendBlock(second, { kind: "assistant", text: "", isOpen: true });
  expect(answers(third)).toEqual(["two", "one"]);
});
