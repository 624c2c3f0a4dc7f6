/** Where a payload ends: with it on the screen, the payload was shown. */
export const markerOf = (index: number): string => `p${index}.`;

const ESC = "\u001b";
/** What is ordered, behind an introducer. */
const ORDERS = ["2J", "H", "?1049l", "?2004l", "6n", "5i", "20;1;31m", "c", "8m", "3;1H", "?1003h"];
const STRINGS = [
  "0;title",
  "52;c;ZXZpbA==",
  "8;;http://evil.test/",
  "11;?",
  "1337;File=a",
  "9;ping",
];
const ENDS = ["\u0007", `${ESC}\\`, "\u009c", ""];
const STRING_STARTS = [`${ESC}]`, `${ESC}P`, `${ESC}_`, `${ESC}^`, `${ESC}X`];
const C1_STRING_STARTS = ["\u009d", "\u0090", "\u009f", "\u009e", "\u0098"];
const BIDI = Array.from("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c");
const UNSEEN = [
  ...Array.from("\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u2028\u2029\u180e\u2062\ufff9\ufffb"),
  "\u{e0001}",
  "\u{e0041}",
  "\u{e0100}",
  "\ufe0f",
];
const LONE = ["\ud800", "\udc00", "\udfff\ud800", "a\ud83d"];
const MARKS = ["\u0301", "\u0489", "\u20dd", "\u0e49", "\u0327\u0301"];
const CONTROLS = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).concat(
  "\u007f",
);

const simple = [
  ...ORDERS.flatMap((order) => [`${ESC}[${order}`, `\u009b${order}`]),
  ...[...STRING_STARTS, ...C1_STRING_STARTS].flatMap((start) =>
    STRINGS.flatMap((string) => ENDS.map((end) => `${start}${string}${end}`)),
  ),
  ...Array.from("cDEHMNOZ78=>ln|}~").map((final) => `${ESC}${final}`),
  ...BIDI.map((mark) => `a${mark}b`),
  ...UNSEEN.map((unseen) => `a${unseen}b`),
  ...CONTROLS.map((control) => `a${control}b`),
  ...LONE,
  ...MARKS.map((mark) => `e${mark.repeat(300)}`),
  ...MARKS.map((mark) => mark.repeat(40)),
  `${"\u200d".repeat(60)}`,
  `${ESC}[${"1;".repeat(400)}m`,
  `${ESC}]52;c;${"QUJD".repeat(200)}\u0007`,
  "\u2800\u3164\uffa0\u115f",
];

/** One within the other, and one that is whole only once another is taken away. */
const nested = simple.flatMap((outer, index) => {
  const inner = simple[(index * 37 + 11) % simple.length] ?? "";
  const middle = Math.ceil(outer.length / 2);
  return [outer.slice(0, middle) + inner + outer.slice(middle)];
});

/** 500 of them, each with its marker. */
export const PAYLOADS: readonly string[] = [...simple, ...nested]
  .slice(0, 500)
  .map((payload, index) => `${payload} ${markerOf(index)}`);
