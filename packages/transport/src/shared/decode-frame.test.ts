import { describe, expect, test } from "vitest";
import { decodeFrame, MAX_RESULT_DEPTH } from "./decode-frame.js";

function decodeText(text: string) {
  return decodeFrame(Buffer.from(text));
}

describe("a frame's bytes", () => {
  test("report 17: keep every character", () => {
    expect(decodeText('{"a":"日本 🦜 e\u0301"}')).toStrictEqual({
      kind: "json",
      value: { a: "日本 🦜 e\u0301" },
    });
  });

  test("report 17: that are no UTF-8 are refused, never replaced", () => {
    const bytes = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]);
    expect(decodeFrame(bytes)).toStrictEqual({
      kind: "unreadable",
      reason: "Expected UTF-8 text; got bytes that are not UTF-8.",
    });
  });

  test("may begin with a byte order mark", () => {
    expect(decodeText("\ufeff[]")).toStrictEqual({ kind: "json", value: [] });
  });

  test("T29: nest as deep as the bound and no deeper", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(decodeText(nested(MAX_RESULT_DEPTH)).kind).toBe("json");
    expect(decodeText(nested(MAX_RESULT_DEPTH + 1)).kind).toBe("unreadable");
    expect(decodeText(nested(1_000_000)).kind).toBe("unreadable");
  });

  test("T30: with a member named __proto__ are refused at any depth", () => {
    expect(decodeText('{"a":[{"__proto__":{"x":1}}]}').kind).toBe("unreadable");
  });

  test("that are no JSON are refused with a printable reason", () => {
    const decoded = decodeText("\u001b[2J\u009b\u202e");
    if (decoded.kind !== "unreadable") expect.unreachable();
    expect(decoded.reason).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});
