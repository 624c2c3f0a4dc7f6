import type { ToolAnswer } from "@perspt/models";
import type { ToolCallPart } from "./turn-collector.js";

/** A turn of the model whose calls have not all been answered. */
export interface UnfinishedTurn {
  /** The seq of its record; null where it has none. */
  readonly turn: number | null;
  readonly calls: readonly ToolCallPart[];
  /** What is known of its calls by their places; the others are made. */
  readonly answered: ReadonlyMap<number, ToolAnswer>;
}
