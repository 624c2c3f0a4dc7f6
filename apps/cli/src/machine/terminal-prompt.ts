import { createInterface } from "node:readline/promises";
import type { Block } from "../output/blocks.js";
import { type Look, renderBlocks } from "../output/render-blocks.js";
import type { Prompt } from "./prompt.js";

export interface TerminalPromptOptions {
  readonly input: NodeJS.ReadableStream;
  /** Questions go here, so that standard output holds the result alone. */
  readonly output: NodeJS.WritableStream;
  readonly look: Look;
}

/** Asks whoever sits at the terminal. */
export function terminalPrompt({ input, output, look }: TerminalPromptOptions): Prompt {
  return {
    async confirm(blocks: readonly Block[], question, signal) {
      output.write(renderBlocks(blocks, look));
      const lines = createInterface({ input, output, terminal: false });
      // A question whose input ends is otherwise never answered.
      const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
      try {
        const asked = lines.question(`${question} [y/N] `, { signal });
        const answer = await Promise.race([asked, ended]);
        return /^y(es)?$/i.test(answer.trim());
      } catch {
        return false;
      } finally {
        lines.close();
      }
    },
  };
}
