import { ToolProblem } from "../tool-problem.js";

/** Longest name of a revision, in characters. */
const MAX_REVISION = 200;

export const REVISION_SCHEMA_BOUNDS = { type: "string", minLength: 1, maxLength: MAX_REVISION };

/** One revision, such as `HEAD~2`, a branch or a commit's digest: no range, and nothing that git could take for an option. */
export function readRevision(text: string): string {
  const isPlain = /^[\p{L}\p{N}_@][\p{L}\p{N}_@./~^{}-]*$/u.test(text);
  if (isPlain && text.length <= MAX_REVISION && !text.includes("..")) return text;
  throw new ToolProblem(`${JSON.stringify(text)} is no plain revision, such as HEAD~1 or main.`);
}
