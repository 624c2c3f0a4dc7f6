import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SseParser } from "./sse-parser.js";

type Found = readonly [type: string, data: string] | "too large";

function parse(chunks: readonly Uint8Array[], cap = 10_000): readonly Found[] {
  const found: Found[] = [];
  const parser = new SseParser(cap, {
    event: (type, data) => found.push([type, Buffer.from(data).toString("utf8")]),
    tooLarge: () => found.push("too large"),
  });
  for (const chunk of chunks) parser.push(chunk);
  return found;
}

function parseText(text: string, cap?: number): readonly Found[] {
  return parse([Buffer.from(text)], cap);
}

const lineEnds = fc.constantFrom("\n", "\r", "\r\n");
const noise = fc.constantFrom(": ping", "id: 7", "retry: 100", ":", "unknown: x", "data2: y");
const dataText = fc.string({ unit: "grapheme" }).map((text) => text.replace(/[\r\n]/g, "␤"));

/** One event: its lines, with fields around the data that mean nothing to us. */
const events = fc.record({
  data: fc.array(dataText, { minLength: 1, maxLength: 3 }),
  noise: fc.array(noise, { maxLength: 2 }),
  hasSpace: fc.boolean(),
});

describe("server-sent events", () => {
  test("H13, reports 15 and 17: mean the same under every line end, wherever the stream is cut", () => {
    fc.assert(
      fc.property(
        fc.array(events, { maxLength: 5 }),
        fc.infiniteStream(lineEnds),
        fc.array(fc.nat(2000)),
        fc.boolean(),
        (wanted, ends, places, hasMark) => {
          const end = () => String(ends.next().value);
          const text = wanted
            .map(({ data, noise: fields, hasSpace }) => {
              // A space of the text's own needs the one that the format takes away.
              const lines = data.map(
                (line) => `data:${hasSpace || line.startsWith(" ") ? " " : ""}${line}`,
              );
              return [...fields, ...lines].map((line) => line + end()).join("") + blank(end());
            })
            .join("");
          const bytes = Buffer.from((hasMark ? "\ufeff" : "") + text);
          const sorted = [...places.map((place) => place % (bytes.length + 1)), 0, bytes.length];
          sorted.sort((left, right) => left - right);
          const chunks = sorted.slice(1).map((to, index) => bytes.subarray(sorted[index], to));
          expect(parse(chunks)).toStrictEqual(
            wanted
              .map(({ data }) => data.join("\n"))
              .filter((data) => data !== "")
              .map((data) => ["message", data]),
          );
        },
      ),
    );
  });

  test("cut between CR and LF hold no empty line", () => {
    const chunks = ["data: a\r", "\ndata: b\r", "\n\r", "\n"].map((text) => Buffer.from(text));
    expect(parse(chunks)).toStrictEqual([["message", "a\nb"]]);
  });

  test("carry the type that they name, for that event alone", () => {
    expect(
      parseText("event: other\ndata: a\n\ndata: b\n\nevent: message\ndata: c\n\n"),
    ).toStrictEqual([
      ["other", "a"],
      ["message", "b"],
      ["message", "c"],
    ]);
  });

  test("without data are none, and neither is one that the stream's end cuts off", () => {
    expect(parseText("id: 1\n\nevent: message\n\ndata:\n\ndata: cut off\n")).toStrictEqual([]);
  });

  test("take one space after the colon away, and only one", () => {
    expect(parseText("data:  two\n\ndata:none\n\n")).toStrictEqual([
      ["message", " two"],
      ["message", "none"],
    ]);
  });

  test("that only begin like a byte order mark lose nothing", () => {
    expect(
      parse([Uint8Array.of(0xef), Uint8Array.of(0xbb), Buffer.from("data: a\n\n")]),
    ).toStrictEqual([]);
    expect(parse([Uint8Array.of(0xef, 0xbb, 0xbf), Buffer.from("data: a\n\n")])).toStrictEqual([
      ["message", "a"],
    ]);
    expect(parseText("\ufeff\ufeffdata: a\n\n")).toStrictEqual([]);
  });
});

describe("T26: an event's cap", () => {
  test("counts raw bytes of the event, field names included", () => {
    expect(parseText("data: 1234\n\n", 10)).toStrictEqual([["message", "1234"]]);
    expect(parseText("data: 12345\n\n", 10)).toStrictEqual(["too large"]);
  });

  test("holds for one line that never ends, and for many lines that never end the event", () => {
    expect(
      parse(
        Array.from({ length: 100 }, () => Buffer.from("data: xxxxxxxx")),
        500,
      ),
    ).toStrictEqual(["too large"]);
    expect(
      parse(
        Array.from({ length: 100 }, () => Buffer.from("data: xxxxxxxx\n")),
        500,
      ),
    ).toStrictEqual(["too large"]);
  });

  test("counts each event anew, and comments not at all once they are over", () => {
    const stream = "data: 1234\n\n: comment\n".repeat(100);
    expect(parseText(stream, 10)).toHaveLength(100);
  });

  test("ends the parser for good", () => {
    expect(parseText("data: 12345678901\n\ndata: a\n\n", 10)).toStrictEqual(["too large"]);
  });
});

/** An empty line; after a lone CR it must not read as the second half of a CRLF. */
function blank(end: string): string {
  return end === "\n" ? "\r\n" : end;
}
