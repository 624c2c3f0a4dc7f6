/** The rules by name, as a failure shows them. */
export type RuleName =
  | "unknown-package"
  | "upward-import"
  | "unlisted-import"
  | "undeclared-import"
  | "deep-import"
  | "relative-escape"
  | "sdk-outside"
  | "test-entry"
  | "cycle"
  | "eager-heavy-import"
  | "process-use"
  | "node-builtin";

export interface Problem {
  readonly rule: RuleName;
  /** `path:line` where there is a line to point at. */
  readonly where: string;
  readonly text: string;
}

export function formatProblem({ rule, where, text }: Problem): string {
  return `${where} [${rule}] ${text}`;
}
