import { createInterface } from "node:readline/promises";
import type { ApprovalScope } from "@perspt/host";
import { type Look, renderBlocks } from "../output/render-blocks.js";
import type { Prompt, PromptAnswer } from "./prompt.js";

export interface TerminalPromptOptions {
  readonly input: NodeJS.ReadableStream;
  /** Questions go here, so that standard output holds the result alone. */
  readonly output: NodeJS.WritableStream;
  readonly look: Look;
}

/** Asks whoever sits at the terminal. */
export function terminalPrompt({ input, output, look }: TerminalPromptOptions): Prompt {
  return {
    async ask(blocks, question, scopes, signal) {
      output.write(renderBlocks(blocks, look));
      const lines = createInterface({ input, output, terminal: false });
      // A question whose input ends is otherwise never answered.
      const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
      try {
        const asked = lines.question(`${question} ${choicesOf(scopes)} `, { signal });
        return readAnswer(await Promise.race([asked, ended]), scopes);
      } catch {
        return signal.aborted ? "withdrawn" : "no";
      } finally {
        lines.close();
      }
    },
  };
}

function choicesOf(scopes: readonly ApprovalScope[]): string {
  return scopes.includes("session") ? "[y/N, s for the rest of the session]" : "[y/N]";
}

function readAnswer(text: string, scopes: readonly ApprovalScope[]): PromptAnswer {
  const answer = text.trim();
  if (/^y(es)?$/i.test(answer)) return "call";
  return /^s(ession)?$/i.test(answer) && scopes.includes("session") ? "session" : "no";
}
