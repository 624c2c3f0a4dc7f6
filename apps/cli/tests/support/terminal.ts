import { PseudoTerminal, type TerminalSize } from "@perspt/testkit";
import { onTestFinished } from "vitest";
import { PROGRAM } from "./run-program.js";
import type { Workplace } from "./workplace.js";

/** Starts the built program on a pseudo-terminal; it is killed with the test. */
export function startOnTerminal(
  { environment, path }: Pick<Workplace, "environment" | "path">,
  words: readonly string[],
  size: TerminalSize = { columns: 120, rows: 40 },
): PseudoTerminal {
  const terminal = new PseudoTerminal({
    ...size,
    command: process.execPath,
    words: [PROGRAM, ...words],
    directory: path("work"),
    environment: { ...environment, TERM: "xterm-256color" },
  });
  onTestFinished(() => terminal.kill());
  return terminal;
}

/** Everything that the program wrote to its terminal until it ended. */
export async function captured(
  terminal: PseudoTerminal,
): Promise<{ readonly code: number; readonly raw: string }> {
  const { code } = await terminal.ended();
  await terminal.settle();
  return { code, raw: terminal.raw() };
}
