import type { ModelMessage } from "@perspt/models";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateTokens, MESSAGE_SHARE, withinContext } from "./context-window.js";

const system: ModelMessage = { role: "system", text: "Be brief." };
const exchange = (number: number, size: number): readonly ModelMessage[] => [
  { role: "user", text: `${number}` },
  {
    role: "assistant",
    parts: [{ type: "tool_call", id: `c${number}`, name: "t", arguments: "{}" }],
  },
  {
    role: "tool",
    answers: [{ id: `c${number}`, name: "t", output: "x".repeat(size), status: "ok", media: [] }],
  },
];

describe("the model's context", () => {
  test("drops the oldest whole exchanges first", () => {
    const messages = [system, ...exchange(1, 3000), ...exchange(2, 300), ...exchange(3, 300)];
    const { messages: kept, dropped } = withinContext(messages, 1000);
    expect(dropped).toBe(1);
    expect(kept).toEqual([system, ...exchange(2, 300), ...exchange(3, 300)]);
  });

  test("always sends the newest exchange, and everything where no bound is known", () => {
    const messages = [system, ...exchange(1, 9000)];
    expect(withinContext(messages, 10)).toEqual({ messages, dropped: 0 });
    expect(withinContext(messages, null)).toEqual({ messages, dropped: 0 });
  });

  test("never parts an answer from its call, and stays within the bound where more than one exchange is left", () => {
    const sizes = fc.array(fc.nat(2000), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 10, max: 4000 }), (lengths, contextTokens) => {
        const messages = [system, ...lengths.flatMap((size, index) => exchange(index, size))];
        const { messages: kept, dropped } = withinContext(messages, contextTokens);
        const calls = kept.flatMap((m) =>
          m.role === "assistant"
            ? m.parts.flatMap((p) => (p.type === "tool_call" ? [p.id] : []))
            : [],
        );
        const answers = kept.flatMap((m) =>
          m.role === "tool" ? m.answers.map(({ id }) => id) : [],
        );
        expect(answers).toEqual(calls);
        expect(calls).toHaveLength(lengths.length - dropped);
        expect(kept[0]).toEqual(system);
        if (calls.length > 1) {
          const sum = kept.slice(1).reduce((total, m) => total + estimateTokens(m), 0);
          expect(sum).toBeLessThanOrEqual(contextTokens * MESSAGE_SHARE + kept.length);
        }
      }),
    );
  });
});
