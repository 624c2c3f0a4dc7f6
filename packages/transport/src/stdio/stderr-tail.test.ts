import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { StderrTail } from "./stderr-tail.js";

describe("the tail of standard error", () => {
  test("T11: is the end of the stream, never more than its size, however it was written", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme-ascii" })),
        fc.integer({ min: 1, max: 50 }),
        (parts, size) => {
          const tail = new StderrTail(size);
          for (const part of parts) tail.push(Buffer.from(part));
          expect(tail.text()).toBe(parts.join("").slice(-size));
        },
      ),
    );
  });

  test("report 17: never begins or ends inside a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(60), fc.nat(60), (text, size, end) => {
        const bytes = Buffer.from(text);
        const tail = new StderrTail(size);
        for (const byte of bytes.subarray(0, end)) tail.push(Uint8Array.of(byte));
        expect(text).toContain(tail.text());
      }),
    );
  });

  test("shows bytes that are no text as replacement characters", () => {
    const tail = new StderrTail(8);
    tail.push(Uint8Array.of(0x61, 0xff, 0x62));
    expect(tail.text()).toBe("a\ufffdb");
  });

  test("can be of size nothing", () => {
    const tail = new StderrTail(0);
    tail.push(Buffer.from("abc"));
    expect(tail.text()).toBe("");
  });
});
