import type { Comparison } from "./comparison.js";

/** What can be run by its name. */
export interface Suite {
  readonly name: string;
  /** Tells each comparison as soon as it is had. */
  run(tell: (comparison: Comparison) => void): Promise<void>;
}
