import type { Machine } from "../../../machine/machine.js";
import { advice, type Outcome, ok, warn } from "./finding.js";

/** Whether a person can be asked here, and a chat can be drawn. */
export function checkTerminal({
  prompt,
  environment,
  terminal,
}: Pick<Machine, "prompt" | "environment" | "terminal">): Outcome {
  if (prompt === null) {
    return warn(
      "nobody sits at a terminal here, so questions are answered with no",
      advice("Run perspt at a terminal; in scripts, --yes answers for you."),
    );
  }
  if (environment["TERM"] === "dumb") {
    return warn(
      "TERM is dumb: a chat cannot be drawn",
      advice("Use `perspt simple-chat`, or a terminal that can move its cursor."),
    );
  }
  return ok(`${environment["TERM"] ?? "unnamed"}, ${terminal.output.columns ?? 80} columns`);
}
