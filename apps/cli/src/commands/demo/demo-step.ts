import { BLANK, type Block, indented, line, span } from "../../output/blocks.js";

/** Something that a step says it does, and whether it did. */
export interface Claim {
  readonly text: string;
  readonly holds: boolean;
}

export interface StepResult {
  /** What the parts of the program answered. */
  readonly blocks: readonly Block[];
  readonly claims: readonly Claim[];
}

export interface StepReport extends StepResult {
  readonly title: string;
}

export function claim(text: string, holds: boolean): Claim {
  return { text, holds };
}

/** A step for people: its title, what happened, and its claims with a mark each. */
export function stepBlocks(
  number: number,
  { title, blocks, claims }: StepReport,
): readonly Block[] {
  return [
    line(span(`${number}. ${title}`, "strong")),
    BLANK,
    ...blocks,
    BLANK,
    ...claims.map(({ text, holds }) =>
      indented(2, span(holds ? "✓ " : "✗ ", holds ? "good" : "bad"), text),
    ),
    BLANK,
  ];
}
