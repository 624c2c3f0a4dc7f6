import { isAbsolute, win32 } from "node:path";
import type { EndpointField, EndpointProblem, EndpointProblemCode } from "./endpoint-problem.js";

/** A variable that the user wants the child to have. */
export interface VariableCandidate {
  readonly name: string;
  /** Where the value comes from, for messages: the source variable's name. */
  readonly source: string;
  /** Left out where the value is not known yet. */
  readonly value?: string;
}

/** Windows runs these through `cmd.exe`, which reads the arguments again (T09); it also ignores trailing dots and blanks. */
const BATCH_FILE = /\.(?:cmd|bat)[. ]*(?::[^\\/]*)?$/i;

/** Judges a command by its text alone: nothing is looked up. */
export function checkCommand(command: readonly string[]): readonly EndpointProblem[] {
  const [program, ...programArguments] = command;
  if (program === undefined || program.trim() === "") {
    return [
      commandProblem(
        "missing_program",
        "0",
        "The command names no program.",
        'Write the program and its arguments, such as command = ["company-docs-mcp", "--stdio"].',
      ),
    ];
  }
  return [...programProblems(program), ...argumentProblems(programArguments)];
}

/** Judges the child's mapped variables; no message holds a value (T21). */
export function checkVariables(
  variables: readonly VariableCandidate[],
): readonly EndpointProblem[] {
  return variables.flatMap(({ name, source, value }) => {
    if (name === "" || /[=\0]/.test(name)) {
      return [
        problem(
          "invalid_variable_name",
          "environment",
          name,
          `${JSON.stringify(name)} is not the name of an environment variable.`,
          "A name is not empty and holds no equals sign.",
        ),
      ];
    }
    if (value?.includes("\0")) {
      return [
        problem(
          "invalid_variable_value",
          "environment",
          name,
          `The value of ${source} cannot be passed on as ${name}: it holds a NUL character.`,
          `Check ${source}.`,
        ),
      ];
    }
    return [];
  });
}

function programProblems(program: string): EndpointProblem[] {
  if (program.includes("\0")) return [nulProblem(0)];
  if (BATCH_FILE.test(program)) {
    return [
      commandProblem(
        "batch_file",
        "0",
        `${JSON.stringify(program)} is a batch file, which Windows runs through a shell.`,
        'Name the program that it starts, such as command = ["node", "C:\\\\path\\\\to\\\\server.js"].',
      ),
    ];
  }
  if (isPath(program) && !isAbsolute(program) && !win32.isAbsolute(program)) {
    return [
      commandProblem(
        "relative_program",
        "0",
        `${JSON.stringify(program)} is a relative path, and would mean another program in another folder.`,
        "Write the absolute path, or a bare name that is looked up in PATH.",
      ),
    ];
  }
  return [];
}

/** Whether a program is given by its place, not by a name to look up in PATH. */
export function isPath(program: string): boolean {
  return /[\\/]/.test(program) || program === "." || program === ".." || /^[A-Za-z]:/.test(program);
}

function argumentProblems(programArguments: readonly string[]): EndpointProblem[] {
  return programArguments.flatMap((argument, index) =>
    argument.includes("\0") ? [nulProblem(index + 1)] : [],
  );
}

function nulProblem(position: number): EndpointProblem {
  return commandProblem(
    "invalid_argument",
    String(position),
    `Argument ${position} of the command holds a NUL character, which no program can receive.`,
    "Remove it.",
  );
}

function commandProblem(
  code: EndpointProblemCode,
  key: string,
  message: string,
  hint: string,
): EndpointProblem {
  return problem(code, "command", key, message, hint);
}

function problem(
  code: EndpointProblemCode,
  field: EndpointField,
  key: string,
  message: string,
  hint: string,
): EndpointProblem {
  return { code, field, key, message, hint };
}
