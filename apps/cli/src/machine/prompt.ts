import type { ApprovalScope } from "@perspt/host";
import type { Block } from "../output/blocks.js";

/** What a person said: how far their yes goes, no, or nothing before the question went away. */
export type PromptAnswer = ApprovalScope | "no" | "withdrawn";

/** A person at a terminal. */
export interface Prompt {
  /**
   * Shows the blocks and a question, and resolves with the answer, which is one of `scopes` where it is a yes. Anything but an explicit yes is
   * no; an abort withdraws the question. Never rejects.
   */
  ask(
    blocks: readonly Block[],
    question: string,
    scopes: readonly ApprovalScope[],
    signal: AbortSignal,
  ): Promise<PromptAnswer>;
}

/** The same person, who is asked nothing any more once this signal is given. */
export function promptUntil(prompt: Prompt, over: AbortSignal): Prompt {
  return {
    ask: (blocks, question, scopes, signal) =>
      prompt.ask(blocks, question, scopes, AbortSignal.any([signal, over])),
  };
}
