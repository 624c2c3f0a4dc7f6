import { ToolProblem } from "../tool-problem.js";

/** Finds what a search looks for in one line; -1 where it is not. */
export type LineMatcher = (line: string) => number;

/** Longest part of a line that a regular expression is run on, in characters, and the largest program that is run: both bound one step. */
const MAX_REGEX_LINE = 4096;
const MAX_PROGRAM = 1000;

/** The text as it stands. */
export function textMatcher(text: string): LineMatcher {
  if (/[\r\n]/.test(text)) {
    throw new ToolProblem("`pattern` holds a line break, and lines are searched one by one.");
  }
  return (line) => line.indexOf(text);
}

/** A regular expression of RE2, which runs in time linear in the line whoever wrote it. Rejects with a `ToolProblem` for any other. */
export async function regexMatcher(pattern: string): Promise<LineMatcher> {
  const { RE2JS } = await import("re2js");
  try {
    const compiled = RE2JS.compile(pattern);
    if (compiled.programSize() > MAX_PROGRAM) {
      throw new ToolProblem("`pattern` is too large: use smaller repeat counts.");
    }
    return (line) => {
      const matcher = compiled.matcher(line.slice(0, MAX_REGEX_LINE));
      return matcher.find() ? matcher.start() : -1;
    };
  } catch (error) {
    if (error instanceof ToolProblem) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolProblem(
      `\`pattern\` is no regular expression of RE2 (no look-around, no back-references): ${reason}`,
    );
  }
}

/** Whether a path of the tree fits a glob: `*`, `?`, `**` and `{a,b}`. One without a slash is about the file's name alone. */
export async function globMatcher(glob: string): Promise<(path: string) => boolean> {
  const { RE2JS } = await import("re2js");
  const expression = globExpression(glob);
  const compiled = RE2JS.compile(glob.includes("/") ? expression : `(?:.*/)?${expression}`);
  return (path) => compiled.matches(path);
}

function globExpression(glob: string): string {
  let depth = 0;
  const parts = glob.replace(/^\.?\//, "").match(/\*\*\/|\*\*|./gsu) ?? [];
  const expression = parts.map((part) => {
    if (part === "**/") return "(?:[^/]*/)*";
    if (part === "**") return ".*";
    if (part === "*") return "[^/]*";
    if (part === "?") return "[^/]";
    if (part === "{") {
      depth += 1;
      return "(?:";
    }
    if (part === "}" && depth > 0) {
      depth -= 1;
      return ")";
    }
    if (part === "," && depth > 0) return "|";
    return part.replace(/[\\^$.*+?()[\]{}|]/, "\\$&");
  });
  if (depth > 0) throw new ToolProblem('`include` has a "{" without its "}".');
  return expression.join("");
}
