import type { Invocation } from "./invocation.js";
import type { OptionSpec } from "./option-specs.js";
import type { ReadWords } from "./read-words.js";

/** One command as the parser and the help know it. */
export interface CommandSpec {
  /** `["mcp", "call"]`. */
  readonly path: readonly string[];
  /** Its words in yargs' spelling: `<operation> [pairs..]`. */
  readonly words: string;
  readonly about: string;
  readonly options: readonly OptionSpec[];
  /** Whole lines, as they would be typed. */
  readonly examples: readonly string[];
  readonly read: (words: ReadWords) => Invocation;
}
