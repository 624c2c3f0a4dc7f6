import { COMMAND_SPECS } from "./command-specs.js";
import { nextWords, optionsOf } from "./misuse.js";

/**
 * What may stand in place of the last word of a line that is being typed: options where it begins with a dash, else the words of the
 * command table. `words` are those after the program's name.
 */
export function candidates(words: readonly string[]): readonly string[] {
  const typed = words.at(-1) ?? "";
  const path = words.slice(0, -1).filter((word) => !word.startsWith("-"));
  const spec = COMMAND_SPECS.find((known) => startsWith(path, known.path)) ?? null;
  const fitting = typed.startsWith("-")
    ? optionsOf(spec).map(({ name }) => `--${name}`)
    : spec === null && path.length < 2
      ? nextWords(path)
      : [];
  return fitting.filter((candidate) => candidate.startsWith(typed));
}

function startsWith(words: readonly string[], path: readonly string[]): boolean {
  return path.every((word, index) => words[index] === word);
}
