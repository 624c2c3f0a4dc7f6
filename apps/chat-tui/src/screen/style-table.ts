import type { Style, Tone } from "../view/frame.js";

/** How many colours a terminal shows. */
export type ColourDepth = "none" | "256" | "24bit";

/** blessed's number for text without any style: it fills new buffers with it. */
export const PLAIN = 0x3ffff;

/** Past every number that blessed could make. */
const FIRST_NUMBER = 0x8000000;

type Red = number;
type Green = number;
type Blue = number;

/** By tone: the colour, and the nearest one of the 256. All can be read on a dark and on a light ground. */
const PALETTE: Readonly<
  Record<Exclude<Tone, "plain">, readonly [rgb: readonly [Red, Green, Blue], index: number]>
> = {
  muted: [[138, 138, 138], 245],
  accent: [[88, 133, 214], 68],
  person: [[0, 160, 160], 37],
  code: [[170, 128, 20], 136],
  heading: [[88, 133, 214], 68],
  link: [[20, 130, 210], 32],
  good: [[84, 160, 20], 70],
  warning: [[208, 130, 10], 172],
  bad: [[212, 84, 84], 167],
  border: [[112, 112, 112], 242],
};

const ATTRIBUTES = [
  ["bold", "1"],
  ["dim", "2"],
  ["italic", "3"],
  ["underline", "4"],
  ["inverse", "7"],
  ["strike", "9"],
] as const;

/** NO_COLOR (https://no-color.org) wins over everything; COLORTERM tells of 24 bits; what else runs today has 256 colours. */
export function colourDepth(
  environment: Readonly<Record<string, string | undefined>>,
): ColourDepth {
  if ((environment["NO_COLOR"] ?? "") !== "") return "none";
  return /^(truecolor|24bit)$/i.test(environment["COLORTERM"] ?? "") ? "24bit" : "256";
}

/** Numbers for the styles in use, and what a terminal is told for each. */
export class StyleTable {
  readonly #depth: ColourDepth;
  readonly #numbers = new Map<string, number>();
  readonly #sequences: string[] = [];

  constructor(depth: ColourDepth) {
    this.#depth = depth;
  }

  numberOf(style: Style): number {
    const parameters = parametersOf(style, this.#depth);
    if (parameters === "") return PLAIN;
    const known = this.#numbers.get(parameters);
    if (known !== undefined) return known;
    const number = FIRST_NUMBER + this.#sequences.push(`\u001b[0;${parameters}m`) - 1;
    this.#numbers.set(parameters, number);
    return number;
  }

  /** The escape sequence that turns everything off and then the style on. */
  sequenceOf(number: number): string {
    return this.#sequences[number - FIRST_NUMBER] ?? "\u001b[0m";
  }
}

function parametersOf(style: Style, depth: ColourDepth): string {
  const attributes = ATTRIBUTES.filter(([name]) => style[name] === true).map(([, code]) => code);
  return [...attributes, ...colourOf(style.tone ?? "plain", depth)].join(";");
}

function colourOf(tone: Tone, depth: ColourDepth): readonly string[] {
  if (tone === "plain") return [];
  const [rgb, index] = PALETTE[tone];
  switch (depth) {
    case "none":
      return [];
    case "256":
      return [`38;5;${index}`];
    case "24bit":
      return [`38;2;${rgb.join(";")}`];
  }
}
