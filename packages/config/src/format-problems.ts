import type { ConfigProblem } from "./config-problem.js";

/** Problems as lines for people, one each: `config.toml:12:3: [[external_tools]] "docs" timeout_ms: expected …, received …. Fix: …` */
export function formatProblems(problems: readonly ConfigProblem[]): string {
  return problems.map(formatProblem).join("\n");
}

function formatProblem(problem: ConfigProblem): string {
  const { file, line, column, table, key, expected, received, fix } = problem;
  const subject = [table, key].filter((part) => part !== null).join(" ");
  const where = `${file}:${line}:${column}: ${subject === "" ? "" : `${subject}: `}`;
  return `${where}expected ${expected}, received ${received}. Fix: ${fix}`;
}
