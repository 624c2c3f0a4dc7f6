import { expect, test } from "vitest";
import { findInvisible } from "./invisible.js";

test.each([
  ["a zero-width space", "se\u200barch", 2, 0x200b],
  ["a tag", "a\u{e0061}", 1, 0xe0061],
  ["a bidi override", "\u202eabc", 0, 0x202e],
  ["a selector, even on an emoji", "❤\ufe0f", 1, 0xfe0f],
  ["a joiner, even in an emoji", "👩‍👧", 2, 0x200d],
  ["a line feed", "a\nb", 1, 0x0a],
  ["half of a surrogate pair", "a\udc00", 1, 0xdc00],
])("T45, T58: a name with %s is found out", (_, name, index, codePoint) => {
  expect(findInvisible(name)).toEqual({ index, codePoint });
});

test.each(["search", "naïve", "日本語", "file:///a%20b", "العربية", "😀", "\u0600\u0661"])(
  "%s holds nothing invisible",
  (name) => {
    expect(findInvisible(name)).toBeNull();
  },
);
