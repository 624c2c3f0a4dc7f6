import type { RejectedTool } from "@perspt/policy";

/**
 * The hints of rejected tools, each once, the most telling first: what can be pasted before what only the server can mend, and of each
 * of the two the first of every rule before the second of any.
 */
export function hintsWorthShowing(rejected: readonly RejectedTool[]): readonly string[] {
  const seen = new Set<string>();
  const timesOfRule = new Map<string, number>();
  const ranked = rejected.flatMap(({ code, hint }) => {
    if (seen.has(hint)) return [];
    seen.add(hint);
    const turn = timesOfRule.get(code) ?? 0;
    timesOfRule.set(code, turn + 1);
    return [{ hint, turn, isComment: isComment(hint) }];
  });
  return ranked
    .sort((one, other) => Number(one.isComment) - Number(other.isComment) || one.turn - other.turn)
    .map(({ hint }) => hint);
}

/** Nothing in it can be pasted to any effect. */
function isComment(hint: string): boolean {
  return hint.split("\n").every((line) => line.startsWith("#"));
}
