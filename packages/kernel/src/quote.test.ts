import { describe, expect, test } from "vitest";
import { listForSentence, QUOTE_LIMIT, quote } from "./quote.js";

describe("quoting a stranger's text", () => {
  test("leaves readable text readable", () => {
    expect(quote("docs/guide é 日本 🙂")).toBe('"docs/guide é 日本 🙂"');
  });

  test.each([
    ["\u001b[2J\u0007\n", '"\\u001b[2J\\u0007\\n"'],
    ["\u007f\u009b", '"\\u007f\\u009b"'],
    ["\u202e\u2066\u200b\ufeff", '"\\u202e\\u2066\\u200b\\ufeff"'],
    ["\u2028\u2029", '"\\u2028\\u2029"'],
    ["\u{e0041}", '"\\udb40\\udc41"'],
    ["\ufe0f\u{e0100}", '"\\ufe0f\\udb40\\udd00"'],
    ["\ud800", '"\\ud800"'],
    ["\ue000", '"\\ue000"'],
    ['"\\', '"\\"\\\\"'],
  ])("escapes what is invisible or moves the cursor: %j (T56, T58)", (text, quoted) => {
    expect(quote(text)).toBe(quoted);
    expect(JSON.parse(quoted)).toBe(text);
  });

  test("keeps at most the limit, without half a character", () => {
    expect(quote("a".repeat(QUOTE_LIMIT))).toBe(`"${"a".repeat(QUOTE_LIMIT)}"`);
    expect(quote("a".repeat(QUOTE_LIMIT + 1))).toBe(`"${"a".repeat(QUOTE_LIMIT)}…"`);
    const cut = quote(`${"a".repeat(QUOTE_LIMIT - 1)}🙂b`);
    expect(cut).not.toMatch(/\p{Cs}/u);
  });

  test("a long list is cut, and says by how much", () => {
    expect(listForSentence([], String)).toBe("none");
    expect(listForSentence(["a", "b"], String)).toBe("a, b");
    expect(listForSentence([1, 2, 3, 4, 5, 6], String)).toBe("1, 2, 3, 4, 5, 6");
    expect(listForSentence([1, 2, 3, 4, 5, 6, 7, 8], String)).toBe("1, 2, 3, 4, 5, 6 and 2 more");
  });
});
