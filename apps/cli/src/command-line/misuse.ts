import { nearestWord } from "@perspt/text";
import type { CommandSpec } from "./command-spec.js";
import { COMMAND_GROUPS, COMMAND_SPECS } from "./command-specs.js";
import { GLOBAL_OPTIONS, HELP_OPTION, type OptionSpec } from "./option-specs.js";

/** What is wrong with a command line. */
export interface Misuse {
  readonly message: string;
  readonly hint: string;
}

/** A line that matched, by name: what yargs found, and the words that no command asked for. */
export interface MatchedLine {
  /** Null for a group that none of its commands followed. */
  readonly spec: CommandSpec | null;
  readonly path: readonly string[];
  readonly extraWords: readonly string[];
  readonly members: ReadonlyMap<string, unknown>;
}

/**
 * The first option of a line that no command at all knows. Asked before yargs is: names such as `--constructor` make it throw. Words after
 * `--` have to be marked already.
 */
export function findUnknownOption(words: readonly string[]): Misuse | null {
  const known = new Map(allOptions().map((option) => [option.name, option]));
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    if (!word.startsWith("-") || word === "-") continue;
    const name = word.replace(/^--/, "").replace(/=.*$/s, "");
    const option = word.startsWith("--") ? known.get(name) : undefined;
    if (option === undefined) return unknownOption(word.replace(/=.*$/s, ""), [...known.keys()]);
    if (option.type !== "flag" && !word.includes("=")) index += 1;
  }
  return null;
}

/** What is wrong with a line that matched; null for nothing. */
export function findMisuse(line: MatchedLine): Misuse | null {
  return findExtraWord(line) ?? findForeignOption(line) ?? findBadValue(line);
}

function findExtraWord({ spec, path, extraWords }: MatchedLine): Misuse | null {
  const [word] = extraWords;
  if (word === undefined) return null;
  if (spec !== null) {
    return {
      message: `Unexpected word ${JSON.stringify(word)} after \`perspt ${path.join(" ")}\`.`,
      hint: helpHint(path),
    };
  }
  const meant = nearestWord(word, nextWords(path));
  const typed = ["perspt", ...path, word].join(" ");
  return {
    message: `There is no command \`${typed}\`.`,
    hint:
      meant === null ? helpHint(path) : `Did you mean \`${["perspt", ...path, meant].join(" ")}\`?`,
  };
}

/** An option of another command. */
function findForeignOption({ spec, path, members }: MatchedLine): Misuse | null {
  const known = optionsOf(spec).map(({ name }) => name);
  const foreign = allOptions().find(({ name }) => members.has(name) && !known.includes(name));
  return foreign === undefined
    ? null
    : {
        message: `\`perspt ${path.join(" ")}\` takes no --${foreign.name}.`,
        hint: helpHint(path),
      };
}

function findBadValue({ spec, path, members }: MatchedLine): Misuse | null {
  for (const option of optionsOf(spec)) {
    if (option.type === "flag") continue;
    const value = members.get(option.name);
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (option.type === "text" && values.length > 1) {
      return { message: `--${option.name} stands there more than once.`, hint: helpHint(path) };
    }
    if (values.includes(""))
      return { message: `--${option.name} has no value.`, hint: helpHint(path) };
  }
  return null;
}

/** Where to read on. */
export function helpHint(path: readonly string[]): string {
  return `\`${["perspt", ...path, "--help"].join(" ")}\` shows what is accepted.`;
}

/** The command words that a line begins with, options left out. */
export function commandPathOf(words: readonly string[]): readonly string[] {
  const path: string[] = [];
  for (const word of words.filter((candidate) => !candidate.startsWith("-"))) {
    if (path.length === 2 || !nextWords(path).includes(word)) break;
    path.push(word);
  }
  return path;
}

/** The words that may follow a path. */
export function nextWords(path: readonly string[]): readonly string[] {
  const [group] = path;
  if (group !== undefined) {
    return COMMAND_SPECS.flatMap((spec) => (spec.path[0] === group ? (spec.path[1] ?? []) : []));
  }
  const alone = COMMAND_SPECS.flatMap(({ path }) => (path.length === 1 ? path : []));
  return [...Object.keys(COMMAND_GROUPS), ...alone];
}

export function optionsOf(spec: CommandSpec | null): readonly OptionSpec[] {
  return [...GLOBAL_OPTIONS, HELP_OPTION, ...(spec?.options ?? [])];
}

function allOptions(): readonly OptionSpec[] {
  return [...optionsOf(null), ...COMMAND_SPECS.flatMap(({ options }) => options)];
}

/** How other programs add a server, and what is written here in place of it. */
const FOREIGN_OPTIONS: ReadonlyMap<string, string> = new Map([
  ...["-e", "--env"].map((name) => [name, valueHint("--env-from TARGET=SOURCE")] as const),
  ...["-H", "--header"].map((name) => [name, valueHint("--header-from NAME=SOURCE")] as const),
  ...["-t", "--transport"].map(
    (name) =>
      [
        name,
        "`--url URL` makes it a server over HTTP, `-- CMD…` a program that is started.",
      ] as const,
  ),
  ...["-s", "--scope"].map(
    (name) => [name, "There is one configuration file; `--config FILE` names another."] as const,
  ),
]);

function valueHint(option: string): string {
  return `No value stands in the configuration: \`${option}\` names the variable that holds it.`;
}

function unknownOption(typed: string, known: readonly string[]): Misuse {
  const foreign = FOREIGN_OPTIONS.get(typed);
  if (foreign !== undefined) return { message: `There is no option ${typed}.`, hint: foreign };
  const meant = nearestWord(typed.replace(/^-+/, ""), known);
  return {
    message: `There is no option ${typed}.`,
    hint:
      meant === null
        ? `Options begin with two dashes; \`--\` before a word makes it no option. ${helpHint([])}`
        : `Did you mean --${meant}?`,
  };
}
