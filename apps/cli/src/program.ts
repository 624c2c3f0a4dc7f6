import type { CommandLine, GlobalOptions } from "./command-line/invocation.js";
import { readCommandLine } from "./command-line/read-command-line.js";
import { dispatch } from "./dispatch.js";
import type { Machine } from "./machine/machine.js";
import { code, ownText } from "./output/blocks.js";
import { type CommandResult, failed, success } from "./output/command-result.js";
import { EXIT_CODES, type ExitCode } from "./output/exit-codes.js";
import type { Look } from "./output/render-blocks.js";
import { type RenderedResult, renderResult } from "./output/render-result.js";

/** What the program needs to know of where it runs before a line is read. */
export interface Surroundings {
  readonly programVersion: string;
  /** How each stream shows text, given whether colours were turned off. */
  readonly look: (stream: "output" | "errors", noColor: boolean) => Look;
  readonly machine: (globals: GlobalOptions) => Machine;
  /** Whether a person sits at a terminal, to type and to read. */
  readonly isAtTerminal: boolean;
  readonly signal: AbortSignal;
}

export interface ProgramEnd extends RenderedResult {
  readonly exitCode: ExitCode;
}

/** One run: from the words of a line to what is printed and the exit code. Never rejects. */
export async function runProgram(
  argv: readonly string[],
  surroundings: Surroundings,
): Promise<ProgramEnd> {
  const { look, signal } = surroundings;
  const isFlagged = (name: string) => argv.slice(0, endOfOptions(argv)).includes(name);
  const json = isFlagged("--json");
  const noColor = isFlagged("--no-color");
  const result = await resultOf(argv, surroundings);
  const rendered = renderResult(result, {
    json,
    quiet: isFlagged("--quiet"),
    output: look("output", noColor),
    errors: look("errors", noColor),
  });
  return { ...rendered, exitCode: signal.aborted ? EXIT_CODES.interrupted : result.exitCode };
}

async function resultOf(
  argv: readonly string[],
  surroundings: Surroundings,
): Promise<CommandResult> {
  try {
    const line = await readCommandLine(argv, surroundings.look("output", true).width);
    return await runLine(line, surroundings);
  } catch (error) {
    return unexpected(error, argv.includes("--verbose"));
  }
}

function runLine(
  line: CommandLine,
  { programVersion, machine, isAtTerminal }: Surroundings,
): CommandResult | Promise<CommandResult> {
  switch (line.kind) {
    case "help":
      return helped(line.text);
    case "bare":
      return isAtTerminal && !line.globals.json
        ? dispatch({ command: "chat", model: null }, line.globals, machine(line.globals))
        : helped(line.help);
    case "version":
      return success({ version: programVersion }, [ownText(`${programVersion}\n`)]);
    case "misused":
      return failed(EXIT_CODES.usage, { code: "usage", message: line.message, hint: line.hint });
    case "run":
      return dispatch(line.invocation, line.globals, machine(line.globals));
  }
}

function helped(text: string): CommandResult {
  return success({ help: text }, [ownText(text)]);
}

/** A broken contract of the program itself: said plainly, with the stack for whoever asks. */
export function unexpected(error: unknown, verbose: boolean): CommandResult {
  const stack = error instanceof Error ? error.stack : undefined;
  return failed(
    EXIT_CODES.usage,
    {
      code: "unexpected",
      message: `Something went wrong that should not have: ${error instanceof Error ? error.message : String(error)}`,
      hint: verbose
        ? "Please report it, with the lines above."
        : "Please report it; --verbose shows where it happened.",
    },
    { notes: verbose && stack !== undefined ? [code(stack, 0)] : [] },
  );
}

function endOfOptions(argv: readonly string[]): number {
  const end = argv.indexOf("--");
  return end === -1 ? argv.length : end;
}
