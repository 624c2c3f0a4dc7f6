import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";

/** One TypeScript block of a README. */
export interface Example {
  readonly code: string;
  /** What it says that it prints: the comment at the end of each `console.log` line, in order. */
  readonly promised: readonly string[];
}

export interface ExampleRun {
  readonly exitCode: number;
  readonly printed: readonly string[];
  /** Standard error, for the message of a failing test. */
  readonly complaint: string;
}

const BLOCK = /^```ts\n(.*?)^```$/gms;
const PROMISE = /console\.log\(.*\);\s*\/\/ (.*)$/;

/** The blocks marked `ts`, in the order they stand. */
export function readExamples(markdown: string): readonly Example[] {
  return [...markdown.matchAll(BLOCK)].map(([, code = ""]) => ({
    code,
    promised: readPromises(code),
  }));
}

/** What a program says that it prints: the comment at the end of each line that calls `console.log`, in order. */
export function readPromises(code: string): readonly string[] {
  return code.split("\n").flatMap((line) => PROMISE.exec(line)?.[1] ?? []);
}

/**
 * Runs an example as a program of its own, in the package's folder and on its built files: the imports mean what they would mean to
 * somebody who had installed the package. Never rejects for what the example does.
 */
export async function runExample(packageFolder: string, example: Example): Promise<ExampleRun> {
  const { outputText } = ts.transpileModule(example.code, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
  });
  const file = join(packageFolder, `.readme-example-${process.pid}.mjs`);
  writeFileSync(file, outputText);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file], {
      cwd: packageFolder,
      timeout: 30_000,
    });
    return { exitCode: 0, printed: lines(stdout), complaint: "" };
  } catch (error) {
    return failed(error);
  } finally {
    rmSync(file, { force: true });
  }
}

function failed(error: unknown): ExampleRun {
  const { code, stdout, stderr } = Object.assign({ code: 1, stdout: "", stderr: "" }, error);
  return {
    exitCode: typeof code === "number" ? code : 1,
    printed: lines(String(stdout)),
    complaint: String(stderr),
  };
}

function lines(text: string): readonly string[] {
  return text === "" ? [] : text.trimEnd().split("\n");
}
