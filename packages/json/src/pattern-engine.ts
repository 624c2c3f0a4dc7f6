import type { RE2JS } from "re2js";
import { toRe2 } from "./ecmascript-pattern.js";
import type { StepMeter } from "./step-meter.js";

export interface PatternTester {
  test(text: string): boolean;
}

export interface PatternEngine {
  /** False for a pattern that cannot be run in linear time here; it must not be asked for then. */
  readonly canRun: (pattern: string) => boolean;
  readonly tester: (pattern: string) => PatternTester;
}

/** Longest pattern, and largest program of one pattern and of all patterns of a schema: compiling takes time as well. */
const MAX_PATTERN_LENGTH = 8192;
const MAX_PROGRAM = 2000;
const MAX_PROGRAMS = 10_000;

/** What compiling a pattern costs at least, in instructions. */
const BASE_PROGRAM = 40;

/** Steps of one test: to begin with, for each character, and for each instruction and character, of which the engine visits few. */
const BASE_STEPS = 16;
const STEPS_OF_A_CHARACTER = 1.5;
const STEPS_OF_AN_INSTRUCTION = 0.1;

/** Patterns of strangers run in time linear in the text, metered, or not at all: never on V8's backtracking engine (T34). */
export function createPatternEngine(re2: typeof RE2JS, meter: StepMeter): PatternEngine {
  const compiled = new Map<string, RE2JS | null>();
  let instructions = 0;

  const compile = (pattern: string): RE2JS | null => {
    const known = compiled.get(pattern);
    if (known !== undefined) return known;
    const translated =
      pattern.length <= MAX_PATTERN_LENGTH && instructions < MAX_PROGRAMS ? toRe2(pattern) : null;
    const program = translated === null ? null : compileRe2(re2, translated);
    const size = program?.programSize() ?? 0;
    instructions += BASE_PROGRAM + size;
    const usable = size <= MAX_PROGRAM ? program : null;
    compiled.set(pattern, usable);
    return usable;
  };

  return {
    canRun: (pattern) => compile(pattern) !== null,
    tester: (pattern) => {
      const program = compile(pattern);
      const size = program?.programSize() ?? 0;
      return {
        test: (text) => {
          if (program === null) return true;
          meter.spend(
            BASE_STEPS + text.length * (STEPS_OF_A_CHARACTER + size * STEPS_OF_AN_INSTRUCTION),
          );
          return program.test(text);
        },
      };
    },
  };
}

/** Null for what RE2 refuses: a syntax error, or a program that would be too large. */
function compileRe2(re2: typeof RE2JS, pattern: string): RE2JS | null {
  try {
    return re2.compile(pattern);
  } catch {
    return null;
  }
}
