import type { Block } from "../output/blocks.js";

/** A person at a terminal. */
export interface Prompt {
  /**
   * Shows the blocks and a question, and resolves with whether the person said yes. Anything but an explicit yes is no; so is an abort.
   * Never rejects.
   */
  confirm(blocks: readonly Block[], question: string, signal: AbortSignal): Promise<boolean>;
}
