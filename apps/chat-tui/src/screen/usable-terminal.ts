import type { TerminalInput, TerminalOutput } from "./terminal-streams.js";

export interface Surroundings {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Why a screen cannot be opened here, for the person to read; null where it can. */
export function refusalOf({ input, output, environment }: Surroundings): string | null {
  if (input.isTTY !== true) return refusal("standard input is not a terminal");
  if (output.isTTY !== true) return refusal("standard output is not a terminal");
  if (environment["TERM"] === "dumb") return refusal('TERM is "dumb": the cursor cannot be moved');
  return null;
}

function refusal(reason: string): string {
  return `The chat needs a whole terminal, but ${reason}. Use \`perspt simple-chat\`, which writes line by line.`;
}
