/** Unicode's own names, for the characters that refusals meet most. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [0x00, "null"],
  [0x07, "bell"],
  [0x08, "backspace"],
  [0x09, "tab"],
  [0x0a, "line feed"],
  [0x0d, "carriage return"],
  [0x1b, "escape"],
  [0x7f, "delete"],
  [0x85, "next line"],
  [0x9b, "control sequence introducer"],
  [0x9d, "operating system command"],
  [0xad, "soft hyphen"],
  [0x34f, "combining grapheme joiner"],
  [0x61c, "arabic letter mark"],
  [0x115f, "hangul choseong filler"],
  [0x1160, "hangul jungseong filler"],
  [0x180e, "mongolian vowel separator"],
  [0x200b, "zero width space"],
  [0x200c, "zero width non-joiner"],
  [0x200d, "zero width joiner"],
  [0x200e, "left-to-right mark"],
  [0x200f, "right-to-left mark"],
  [0x2028, "line separator"],
  [0x2029, "paragraph separator"],
  [0x202a, "left-to-right embedding"],
  [0x202b, "right-to-left embedding"],
  [0x202c, "pop directional formatting"],
  [0x202d, "left-to-right override"],
  [0x202e, "right-to-left override"],
  [0x2060, "word joiner"],
  [0x2066, "left-to-right isolate"],
  [0x2067, "right-to-left isolate"],
  [0x2068, "first strong isolate"],
  [0x2069, "pop directional isolate"],
  [0x3164, "hangul filler"],
  [0xfeff, "byte order mark"],
  [0xffa0, "halfwidth hangul filler"],
]);

/** What the rest of them are, first match first. */
const KINDS: readonly { readonly pattern: RegExp; readonly name: string }[] = [
  { pattern: /^\p{Cc}$/u, name: "control character" },
  { pattern: /^\p{Cs}$/u, name: "half of a surrogate pair" },
  { pattern: /^[\u{e0000}-\u{e007f}]$/u, name: "tag character" },
  { pattern: /^\p{Variation_Selector}$/u, name: "variation selector" },
  { pattern: /^\p{Noncharacter_Code_Point}$/u, name: "noncharacter" },
];

/** An invisible character for a person who reads a refusal: `U+200B zero width space`, `U+E0041 tag character`. */
export function nameInvisible(codePoint: number): string {
  const number = `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
  return `${number} ${NAMES.get(codePoint) ?? kindOf(String.fromCodePoint(codePoint))}`;
}

function kindOf(character: string): string {
  return KINDS.find(({ pattern }) => pattern.test(character))?.name ?? "invisible character";
}
