import { describe, expect, test } from "vitest";
import { excerpt, hideSecrets, lastWords } from "./excerpt.js";

describe("an excerpt", () => {
  test("report 25: shows controls, escapes and direction overrides as escapes", () => {
    expect(excerpt("a\u001b[2J\u009b1m\u202eb\u0007\r\n\t\u2028\u{e0041}")).toBe(
      "a\\u{1b}[2J\\u{9b}1m\\u{202e}b\\u{7}\\r\\n\\t\\u{2028}\\u{e0041}",
    );
  });

  test("keeps the beginning and says that there was more", () => {
    expect(excerpt("abcdef", 3)).toBe("abc…");
    expect(excerpt("abc", 3)).toBe("abc");
  });

  test("survives a surrogate pair cut in two", () => {
    expect(excerpt("🦜🦜", 1)).toBe("\\u{d83e}…");
  });
});

test("last words keep the end, without the blanks around it", () => {
  expect(lastWords("first\nlast \n", 4)).toBe("…last");
  expect(lastWords(" \n ")).toBe("");
});

describe("hiding secrets", () => {
  test("replaces the whole value and each of its words", () => {
    const secrets = ["Bearer token-123456"];
    expect(hideSecrets("got Bearer token-123456", secrets)).toBe("got [hidden]");
    expect(hideSecrets("bad token token-123456!", secrets)).toBe("bad token [hidden]!");
  });

  test("leaves words alone that are too short to be secrets", () => {
    expect(hideSecrets("port 80 on", ["80", "on"])).toBe("port 80 on");
  });
});
