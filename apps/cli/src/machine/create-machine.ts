import type { TerminalInput, TerminalOutput } from "@perspt/chat-tui";
import type { GlobalOptions } from "../command-line/invocation.js";
import { type Look, renderBlocks } from "../output/render-blocks.js";
import { documentLine } from "../output/render-result.js";
import { realFiles } from "./files.js";
import { flush } from "./flush.js";
import type { Machine } from "./machine.js";
import { NO_PROGRESS, type Progress } from "./progress.js";
import type { Prompt } from "./prompt.js";
import { terminalProgress } from "./terminal-progress.js";
import { terminalPrompt } from "./terminal-prompt.js";

type Input = TerminalInput;
type Output = TerminalOutput;
type Environment = Machine["environment"];

export interface MachineOptions
  extends Pick<
    Machine,
    | "programVersion"
    | "programFile"
    | "environment"
    | "home"
    | "workingDirectory"
    | "platform"
    | "signal"
    | "urgent"
    | "patience"
    | "atExit"
  > {
  readonly globals: GlobalOptions;
  readonly input: Input;
  readonly output: Output;
  readonly errors: Output;
}

/** The real machine, as far as a run's options let it speak. */
export function createMachine(options: MachineOptions): Machine {
  const { globals, input, output, errors, ...rest } = options;
  const { environment } = options;
  const look = lookOf(errors, { noColor: globals.noColor, environment });
  const progress =
    globals.quiet || globals.json
      ? NO_PROGRESS
      : terminalProgress({
          write: (text) => errors.write(text),
          isTerminal: errors.isTTY === true && !isDumb(environment),
        });
  const outputLook = lookOf(output, { noColor: globals.noColor, environment });
  const hasPerson = input.isTTY === true && errors.isTTY === true;
  return {
    ...rest,
    clock: { now: () => Date.now() },
    files: realFiles(),
    prompt: hasPerson
      ? quietPrompt(terminalPrompt({ input, output: errors, look }), progress)
      : null,
    progress,
    terminal: { input, output },
    async show(blocks) {
      if (globals.json) return "told";
      const written = await flush(output, renderBlocks(blocks, outputLook));
      return written.kind === "reader_gone" ? "reader_gone" : "told";
    },
    async tell(document, blocks) {
      const text = globals.json ? documentLine(document) : renderBlocks(blocks, outputLook);
      return (await flush(output, text)).kind === "reader_gone" ? "reader_gone" : "told";
    },
  };
}

/** Asks without the progress line running through the question. */
function quietPrompt(prompt: Prompt, progress: Progress): Prompt {
  return {
    async ask(blocks, question, scopes, signal) {
      const release = progress.hold();
      try {
        return await prompt.ask(blocks, question, scopes, signal);
      } finally {
        release();
      }
    },
  };
}

const USUAL_WIDTH = 80;

/** How a stream shows text: colours and widths are for terminals. */
export function lookOf(
  stream: Output,
  { noColor, environment }: { readonly noColor: boolean; readonly environment: Environment },
): Look {
  if (stream.isTTY !== true) return { colour: false, width: null };
  const isPlain = noColor || (environment["NO_COLOR"] ?? "") !== "" || isDumb(environment);
  // Some terminals say 0 and mean that they do not know.
  return { colour: !isPlain, width: stream.columns || USUAL_WIDTH };
}

function isDumb(environment: Environment): boolean {
  return environment["TERM"] === "dumb";
}
