import { expect, test } from "vitest";
import { foreignLetterIn } from "./mixed-scripts.js";

test.each([
  ["se\u0430rch", { letter: "\u0430", script: "Cyrillic" }],
  ["\u0405earch", { letter: "\u0405", script: "Cyrillic" }],
  ["s\u03bfrt", { letter: "\u03bf", script: "Greek" }],
  ["read_\u0391\u0430", { letter: "\u0430", script: "Cyrillic" }],
])("T45: %s is written in two scripts that look alike", (name, expected) => {
  expect(foreignLetterIn(name)).toEqual(expected);
});

test.each([
  "search",
  "na\u00efve",
  "\u043f\u043e\u0438\u0441\u043a",
  "\u03b1\u03b2",
  "\u691c\u7d22_a",
  "",
  "7_\u0430",
])("%j is not", (name) => {
  expect(foreignLetterIn(name)).toBeNull();
});
