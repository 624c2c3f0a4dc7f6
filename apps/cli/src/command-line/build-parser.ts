import type { Argv, Options } from "yargs";
import type { CommandSpec } from "./command-spec.js";
import { COMMAND_GROUPS, COMMAND_SPECS } from "./command-specs.js";
import { GLOBAL_OPTIONS, HELP_OPTION, type OptionSpec } from "./option-specs.js";

/** What a line matched, with the names that yargs found in it. */
export type Match =
  | { readonly kind: "command"; readonly spec: CommandSpec; readonly parsed: object }
  /** A group without one of its commands; an empty path for the program itself. */
  | { readonly kind: "group"; readonly path: readonly string[]; readonly parsed: object };

/** Widest help, in columns: longer lines are hard to read. */
const MAX_HELP_WIDTH = 100;

/** yargs' messages in this program's words. The keys are yargs' own. */
const MESSAGES = {
  "Not enough arguments following: %s": "--%s needs a value",
  "Invalid values:": "A value is not accepted:",
  "Argument: %s, Given: %s, Choices: %s": "--%s is %s, expected one of %s",
};

export interface ParserOptions {
  /** Columns of the terminal; null where there is none. */
  readonly width: number | null;
  /** Told what the line matched, at most once a line. */
  readonly onMatch: (match: Match) => void;
}

/**
 * A yargs parser of the command table. It prints nothing and ends nothing. It is not strict: words and options that a command does not
 * know stay in the parsed object, for `readCommandLine` to judge.
 */
export async function buildParser({ width, onMatch }: ParserOptions): Promise<Argv> {
  const { default: yargs } = await import("yargs");
  const parser = yargs([])
    .scriptName("perspt")
    .usage("Usage: $0 <command>")
    .exitProcess(false)
    .detectLocale(false)
    .updateStrings(MESSAGES)
    .help(HELP_OPTION.name, HELP_OPTION.about)
    .version(false)
    .wrap(Math.min(width ?? MAX_HELP_WIDTH, MAX_HELP_WIDTH))
    .parserConfiguration({
      "boolean-negation": false,
      "camel-case-expansion": false,
      "dot-notation": false,
      "parse-numbers": false,
      "parse-positional-numbers": false,
      "short-option-groups": false,
    })
    .options(yargsOptions(GLOBAL_OPTIONS))
    .command("$0", false, {}, (parsed) => onMatch({ kind: "group", path: [], parsed }));
  for (const [group, about] of Object.entries(COMMAND_GROUPS)) {
    parser.command(
      group,
      about,
      (inner) =>
        addCommands(inner.usage(`Usage: $0 ${group} <command>`), commandsOf(group), onMatch),
      (parsed) => onMatch({ kind: "group", path: [group], parsed }),
    );
  }
  return addCommands(parser, commandsOf(null), onMatch);
}

function commandsOf(group: string | null): readonly CommandSpec[] {
  return COMMAND_SPECS.filter(({ path }) => (path.length === 1 ? null : path[0]) === group);
}

function addCommands(
  parser: Argv,
  specs: readonly CommandSpec[],
  onMatch: ParserOptions["onMatch"],
): Argv {
  for (const spec of specs) {
    parser.command(
      `${spec.path.at(-1)} ${spec.words}`.trimEnd(),
      spec.about,
      (inner) => inner.usage(usageOf(spec)).options(yargsOptions(spec.options)),
      (parsed) => onMatch({ kind: "command", spec, parsed }),
    );
  }
  return parser;
}

function usageOf({ path, words, about, examples }: CommandSpec): string {
  const usage = `${about}.\n\nUsage: $0 ${path.join(" ")} ${words}`.trimEnd();
  return examples.length === 0
    ? usage
    : `${usage}\n\nExamples:\n${examples.map((example) => `  ${example}`).join("\n")}`;
}

function yargsOptions(specs: readonly OptionSpec[]) {
  return Object.fromEntries(specs.map((spec) => [spec.name, yargsOption(spec)]));
}

function yargsOption(spec: OptionSpec): Options {
  switch (spec.type) {
    case "flag":
      return { type: "boolean", describe: spec.about };
    case "text":
    // yargs makes a list of an option by itself where it stands there twice; told to, it would take the words behind it as well.
    case "list":
      return {
        type: "string",
        describe: spec.about,
        requiresArg: true,
        ...(spec.choices === null ? {} : { choices: spec.choices }),
      };
  }
}
