import * as fc from "fast-check";

/** What attacks are made of, and what must survive beside it. */
const TELLING = [
  "\u001b",
  "\u001b[31m",
  "\u001b]8;;",
  "\u001b\\",
  "\u009b",
  "\u009d",
  "\u0007",
  "\r\n",
  "\r",
  "\n",
  "\t",
  " ",
  "\u200b",
  "\u200d",
  "\u202e",
  "\u2066",
  "\ufeff",
  "\ufe0e",
  "\ufe0f",
  "\u{e0041}",
  "\u{e0100}",
  "\ud83d",
  "\ude00",
  "😀",
  "👩",
  "🏽",
  "❤",
  "🇩",
  "🇪",
  "日",
  "한",
  "\u1112\u1161\u11ab",
  "e\u0301",
  "क्ष",
  "กำ",
  "1",
  "\u20e3",
  "a",
  "\\u001b",
];

/** Any text at all: plain words, every UTF-16 unit, lone surrogates, and the characters above in any order. */
export const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...TELLING) },
      {
        weight: 2,
        arbitrary: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      },
      { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 8 }) },
      { weight: 1, arbitrary: fc.lorem({ maxCount: 4 }) },
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));
