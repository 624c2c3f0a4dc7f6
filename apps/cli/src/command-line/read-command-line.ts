import { buildParser, type Match } from "./build-parser.js";
import { COMMAND_SPECS } from "./command-specs.js";
import type { CommandLine, GlobalOptions } from "./invocation.js";
import {
  commandPathOf,
  findMisuse,
  findUnknownOption,
  helpHint,
  type MatchedLine,
} from "./misuse.js";
import { markWords, type ReadWords, readWords } from "./read-words.js";
import { expandShortOptions } from "./short-options.js";

/** Reads a command line, without the program's own name. Never throws for anything that a person can type. */
export async function readCommandLine(
  argv: readonly string[],
  width: number | null,
): Promise<CommandLine> {
  const words = expandShortOptions(markWords(argv));
  const unknown = findUnknownOption(words);
  if (unknown !== null) return { kind: "misused", ...unknown };
  const outcome = await runParser(words, width);
  switch (outcome.kind) {
    case "problem": {
      const path = commandPathOf(words);
      return { kind: "misused", message: problemOf(outcome.text, path), hint: helpHint(path) };
    }
    case "help":
      return { kind: "help", text: `${outcome.text.trimEnd()}\n` };
    case "match":
      return readMatch(outcome.match, width);
  }
}

type ParserOutcome =
  | { readonly kind: "match"; readonly match: Match }
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "problem"; readonly text: string };

/** Runs yargs once. What it would print, it hands over; what it would fail with is a value. */
async function runParser(words: readonly string[], width: number | null): Promise<ParserOutcome> {
  const matches: Match[] = [];
  const problems: string[] = [];
  let help = "";
  const parser = await buildParser({
    width,
    onMatch: (match) => matches.push(match),
  });
  parser.fail((message, error) => {
    problems.push(message ?? error.message);
    throw error ?? new Error(message);
  });
  try {
    await parser.parseAsync([...words], {}, (_error, _parsed, output) => {
      help += output;
    });
  } catch (error) {
    const [text] = problems;
    if (text === undefined) throw error;
    return { kind: "problem", text };
  }
  if (help !== "") return { kind: "help", text: help };
  const [match] = matches;
  if (match === undefined) throw new Error("yargs matched neither a command nor a group");
  return { kind: "match", match };
}

async function readMatch(match: Match, width: number | null): Promise<CommandLine> {
  const line = matchedLine(match);
  const words = readWords(line.members);
  if (words.flag("version")) return { kind: "version" };
  const misuse = findMisuse(line);
  if (misuse !== null) return { kind: "misused", ...misuse };
  const globals = readGlobals(words);
  if (line.spec !== null) return { kind: "run", invocation: line.spec.read(words), globals };
  const help = await readCommandLine([...line.path, "--help"], width);
  return line.path.length === 0 && help.kind === "help"
    ? { kind: "bare", help: help.text, globals }
    : help;
}

function matchedLine(match: Match): MatchedLine {
  const members = new Map<string, unknown>(Object.entries(match.parsed));
  const [spec, path] =
    match.kind === "command"
      ? ([match.spec, match.spec.path] as const)
      : ([null, match.path] as const);
  const extraWords = readWords(members).list("_").slice(path.length);
  return { spec, path, extraWords, members };
}

function readGlobals(words: ReadWords): GlobalOptions {
  return {
    config: words.text("config"),
    json: words.flag("json"),
    quiet: words.flag("quiet"),
    verbose: words.flag("verbose"),
    noColor: words.flag("no-color"),
  };
}

/** yargs counts the words that are missing; a person wants to know which. */
function problemOf(text: string, path: readonly string[]): string {
  const spec = COMMAND_SPECS.find((candidate) => candidate.path.join(" ") === path.join(" "));
  if (spec === undefined || !text.startsWith("Not enough non-option arguments")) {
    return asSentence(text);
  }
  return `\`perspt ${path.join(" ")}\` needs ${spec.words}.`;
}

/** yargs' words on one line. */
function asSentence(problem: string): string {
  const text = problem.replace(/\s*\n\s*/g, " ").trim();
  return text.endsWith(".") ? text : `${text}.`;
}
