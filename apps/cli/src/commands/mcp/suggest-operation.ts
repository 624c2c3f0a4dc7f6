import type { HostProblem, ServerReport } from "@perspt/host";
import { nearestWord } from "@perspt/text";

/** The problem with a name that is close to an admitted operation's, with that name in its hint. Other problems stay as they are. */
export function withSuggestion(
  problem: HostProblem,
  operation: string,
  reports: readonly ServerReport[],
): HostProblem {
  if (problem.code !== "no_such_operation") return problem;
  const names = reports.flatMap(({ admitted }) => admitted.map((known) => known.operation));
  const meant = nearestWord(operation, names);
  return meant === null ? problem : { ...problem, hint: `Did you mean ${meant}?` };
}
