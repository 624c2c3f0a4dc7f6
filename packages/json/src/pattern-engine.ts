import type { RE2JS } from "re2js";

/** What Ajv asks of a regular expression. */
interface PatternTester {
  test(text: string): boolean;
}

export interface PatternEngine {
  /** In the shape of Ajv's `code.regExp` option. */
  readonly regExp: ((pattern: string, flags: string) => PatternTester) & { readonly code: string };
  /** Patterns that this engine cannot express, look-arounds and back-references foremost. They match everything. */
  readonly unchecked: readonly string[];
}

/** Patterns of strangers run in time linear in the text, or not at all: never on V8's backtracking engine (T34). */
export function createPatternEngine(re2: typeof RE2JS): PatternEngine {
  const unchecked: string[] = [];
  const compile = (pattern: string): PatternTester => {
    try {
      const compiled = re2.compile(re2.translateRegExp(pattern));
      return { test: (text) => compiled.matcher(text).find() };
    } catch {
      unchecked.push(pattern);
      return { test: () => true };
    }
  };
  return {
    // `code` is for Ajv's standalone output, which is never made.
    regExp: Object.assign(compile, { code: "" }),
    unchecked,
  };
}
