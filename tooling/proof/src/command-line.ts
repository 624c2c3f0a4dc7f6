import { parseArgs } from "node:util";

export interface CommandLine {
  /** Names of proofs; none for all of them. */
  readonly names: readonly string[];
  readonly seed: number;
  readonly count: number | null;
  readonly only: number | null;
}

/** Throws a `TypeError` or a `RangeError` that says what was expected. */
export function readCommandLine(words: readonly string[], drawSeed: () => number): CommandLine {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      seed: { type: "string" },
      count: { type: "string" },
      case: { type: "string" },
    },
  });
  return {
    names: positionals,
    seed: wholeNumber("--seed", values.seed) ?? drawSeed(),
    count: wholeNumber("--count", values.count),
    only: wholeNumber("--case", values.case),
  };
}

function wholeNumber(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new RangeError(`Expected ${name} to be a whole number; got ${text}.`);
}
