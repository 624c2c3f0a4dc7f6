import type { CallOutcome, ClientCallError } from "./call-outcome.js";
import { type EarlierLegs, refused, uncertain } from "./classify-failure.js";
import { excerpt } from "./excerpt.js";
import type { MirroredArguments } from "./mirrored-arguments.js";

type Unsendable = Exclude<MirroredArguments, { readonly kind: "headers" }>;

/** The end of a call whose headers cannot be built: nothing of this leg was sent, whatever became of the earlier ones. */
export function unsendable(problem: Unsendable, earlier: EarlierLegs): CallOutcome {
  const error: ClientCallError = { code: problem.kind, ...wordsFor(problem), serverError: null };
  switch (earlier) {
    case "none":
      return refused(error);
    case "turned_away":
      return { kind: "failed", mayHaveRun: false, error };
    case "may_have_run":
      return uncertain(error);
  }
}

function wordsFor(problem: Unsendable): Pick<ClientCallError, "message" | "hint"> {
  switch (problem.kind) {
    case "unsafe_integer":
      return {
        message: `The argument at ${excerpt(problem.path.join("/"))} is mirrored into a header, where only whole numbers up to 2^53 - 1 are safe.`,
        hint: "Pass a smaller number.",
      };
    case "invalid_parameter_header":
      return {
        message: `The tool is left out of its server's list: ${problem.problem}`,
        hint: "The server has to repair the tool's schema.",
      };
  }
}
