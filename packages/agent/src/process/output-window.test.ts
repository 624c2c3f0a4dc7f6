import fc from "fast-check";
import { expect, test } from "vitest";
import { OutputWindow } from "./output-window.js";

function taken(pieces: readonly Uint8Array[], maxBytes: number) {
  const window = new OutputWindow(maxBytes);
  for (const piece of pieces) window.take(Buffer.from(piece));
  return window.end();
}

test("whatever the pieces, the text is the whole, or its beginning and end with the number of bytes between", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 40 })),
      fc.integer({ min: 2, max: 60 }),
      (texts, maxBytes) => {
        const whole = texts.join("");
        const half = Math.floor(maxBytes / 2);
        const { output, droppedBytes } = taken(
          texts.map((text) => Buffer.from(text)),
          maxBytes,
        );
        if (whole.length <= half * 2) {
          expect({ output, droppedBytes }).toEqual({ output: whole, droppedBytes: 0 });
        } else {
          const missing = whole.length - half * 2;
          expect(droppedBytes).toBe(missing);
          expect(output).toBe(
            `${whole.slice(0, half)}\n[… ${missing} bytes left out …]\n${whole.slice(-half)}`,
          );
        }
      },
    ),
  );
});

test("a character that the cut would split is left out whole, and one that is split between pieces is not", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", minLength: 1, maxLength: 60 }),
      fc.integer({ min: 2, max: 80 }),
      fc.integer({ min: 1, max: 7 }),
      (text, maxBytes, step) => {
        const bytes = Buffer.from(text.toWellFormed());
        const pieces = Array.from({ length: Math.ceil(bytes.length / step) }, (_, index) =>
          bytes.subarray(index * step, (index + 1) * step),
        );
        const { output } = taken(pieces, maxBytes);
        const replaced = output.split("\ufffd").length - 1;
        expect(replaced).toBeLessThanOrEqual(text.toWellFormed().split("\ufffd").length - 1);
      },
    ),
  );
});

test("bytes that are no UTF-8 are replaced", () => {
  expect(taken([Buffer.from([0x61, 0xff, 0x62])], 100).output).toBe("a\ufffdb");
});
