import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineSplitter } from "./line-splitter.js";

type Found = { readonly line: string } | { readonly oversize: string };

/** What the splitter reports for these chunks, oversize lines put together again. */
function split(chunks: readonly Uint8Array[], cap: number): readonly Found[] {
  const found: Found[] = [];
  let oversize: Uint8Array[] = [];
  const splitter = new LineSplitter(cap, {
    line: (bytes) => found.push({ line: latin1(bytes) }),
    oversizePart: (bytes) => oversize.push(Uint8Array.from(bytes)),
    oversizeEnd: () => {
      found.push({ oversize: latin1(Buffer.concat(oversize)) });
      oversize = [];
    },
  });
  for (const chunk of chunks) splitter.push(chunk);
  return found;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

function cut(bytes: Buffer, places: readonly number[]): readonly Buffer[] {
  const sorted = [...places.map((place) => place % (bytes.length + 1)), 0, bytes.length];
  sorted.sort((left, right) => left - right);
  return sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end));
}

const streams = fc
  .array(fc.constantFrom("a", "\n", "\r", "\r\n", "é", "bc"), { maxLength: 40 })
  .map((parts) => Buffer.from(parts.join(""), "latin1"));

describe("lines", () => {
  test("I2: are the same wherever the stream is cut, and as long as the cap allows", () => {
    fc.assert(
      fc.property(
        streams,
        fc.array(fc.nat(100)),
        fc.integer({ min: 1, max: 6 }),
        (bytes, places, cap) => {
          const whole = bytes.toString("latin1").split("\n").slice(0, -1);
          const expected = whole.map((line) =>
            line.length > cap ? { oversize: line } : { line: line.replace(/\r$/, "") },
          );
          expect(split(cut(bytes, places), cap)).toStrictEqual(expected);
        },
      ),
    );
  });

  test("I2: end in LF or CRLF; a lone CR is content", () => {
    expect(split([Buffer.from("a\r\nb\rc\n\nd")], 10)).toStrictEqual([
      { line: "a" },
      { line: "b\rc" },
      { line: "" },
    ]);
  });

  test("that go beyond the cap are passed on as they come, without being kept", () => {
    const parts: number[] = [];
    const splitter = new LineSplitter(4, {
      line: () => expect.unreachable(),
      oversizePart: (bytes) => parts.push(bytes.length),
      oversizeEnd: () => expect.unreachable(),
    });
    splitter.push(Buffer.from("abc"));
    expect(parts).toStrictEqual([]);
    splitter.push(Buffer.from("de"));
    splitter.push(Buffer.from("fghi"));
    expect(parts).toStrictEqual([3, 2, 4]);
  });

  test("are no longer reported once the splitter was stopped, not even from the chunk at hand", () => {
    const lines: string[] = [];
    const splitter = new LineSplitter(10, {
      line: (bytes) => {
        lines.push(latin1(bytes));
        splitter.stop();
      },
      oversizePart: () => {},
      oversizeEnd: () => {},
    });
    splitter.push(Buffer.from("one\ntwo\n"));
    splitter.push(Buffer.from("three\n"));
    expect(lines).toStrictEqual(["one"]);
  });
});
