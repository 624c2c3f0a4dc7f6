import type { ServerReport } from "@perspt/host";
import { nearestWord } from "@perspt/text";
import type { Failure } from "../../output/command-result.js";

/** The problem with a name that is close to an admitted operation's, with that name in its hint. Other problems stay as they are. */
export function withSuggestion(
  problem: Failure,
  operation: string,
  reports: readonly ServerReport[],
): Failure {
  if (problem.code !== "no_such_operation") return problem;
  const names = reports.flatMap(({ admitted }) => admitted.map((known) => known.operation));
  const meant = nearestWord(operation, names);
  return meant === null ? problem : { ...problem, hint: `Did you mean ${meant}?` };
}
