import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type SplitPiece, ThinkSplitter } from "./think-splitter.js";

function split(deltas: readonly string[]) {
  const splitter = new ThinkSplitter();
  const pieces = [...deltas.flatMap((delta) => splitter.push(delta)), ...splitter.end()];
  const joined = (type: SplitPiece["type"]) =>
    pieces.map((piece) => (piece.type === type ? piece.text : "")).join("");
  return { reasoning: joined("reasoning"), text: joined("text") };
}

describe("inline reasoning", () => {
  test.each([
    ["<think>a</think>b", { reasoning: "a", text: "b" }],
    ["  \n<think>a</think>\n\nb", { reasoning: "a", text: "b" }],
    ["plain", { reasoning: "", text: "plain" }],
    ["<think>never closed", { reasoning: "never closed", text: "" }],
    ["<thinner", { reasoning: "", text: "<thinner" }],
    ["I write <think>x</think>", { reasoning: "", text: "I write <think>x</think>" }],
    ["<think></think>b", { reasoning: "", text: "b" }],
    ["<think>a < b </thin</think>c", { reasoning: "a < b </thin", text: "c" }],
    ["<th", { reasoning: "", text: "<th" }],
  ])("%j", (whole, expected) => {
    expect(split([whole])).toEqual(expected);
  });

  test("is the same however the stream is cut", () => {
    const piece = fc.constantFrom("<think>", "</think>", "<", "/", "think", ">", "a", " ", "\n");
    fc.assert(
      fc.property(fc.array(piece), fc.array(fc.nat(5)), (pieces, cuts) => {
        const whole = pieces.join("");
        const deltas: string[] = [];
        let rest = whole;
        for (const length of cuts) {
          deltas.push(rest.slice(0, length));
          rest = rest.slice(length);
        }
        const trimmed = ({ reasoning, text }: ReturnType<typeof split>) => [
          reasoning,
          text.trimStart(),
        ];
        expect(trimmed(split([...deltas, rest]))).toEqual(trimmed(split([whole])));
      }),
    );
  });
});
