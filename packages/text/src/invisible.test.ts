import { expect, test } from "vitest";
import { findInvisible } from "./invisible.js";

test.each([
  ["a zero-width space", "se\u200barch", 2, 0x200b, "U+200B zero width space"],
  ["a tag", "a\u{e0061}", 1, 0xe0061, "U+E0061 tag character"],
  ["a bidi override", "\u202eabc", 0, 0x202e, "U+202E right-to-left override"],
  ["a selector, even on an emoji", "❤\ufe0f", 1, 0xfe0f, "U+FE0F variation selector"],
  ["an ideographic selector", "葛\u{e0100}", 1, 0xe0100, "U+E0100 variation selector"],
  ["a joiner, even in an emoji", "👩‍👧", 2, 0x200d, "U+200D zero width joiner"],
  ["a line feed", "a\nb", 1, 0x0a, "U+000A line feed"],
  ["an escape, before what comes later", "a\u001b\u200b", 1, 0x1b, "U+001B escape"],
  ["a C1 control", "\u0090q", 0, 0x90, "U+0090 control character"],
  ["half of a surrogate pair", "a\udc00", 1, 0xdc00, "U+DC00 half of a surrogate pair"],
  ["a noncharacter", "a\ufdd0", 1, 0xfdd0, "U+FDD0 noncharacter"],
  ["an invisible sign", "a\u2063", 1, 0x2063, "U+2063 invisible character"],
])("T45, T58: a name with %s is found out and named", (_, text, index, codePoint, name) => {
  expect(findInvisible(text)).toEqual({ index, codePoint, name });
});

test.each(["search", "naïve", "日本語", "file:///a%20b", "العربية", "😀", "\u0600\u0661"])(
  "%s holds nothing invisible",
  (name) => {
    expect(findInvisible(name)).toBeNull();
  },
);
