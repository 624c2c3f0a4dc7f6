import { checkCommand, checkVariables, type VariableCandidate } from "./check-command.js";
import { checkHeaders, type HeaderCandidate } from "./check-header.js";
import { checkUrl } from "./check-url.js";
import type { EndpointProblem } from "./endpoint-problem.js";

/** An endpoint as a user wrote it. */
export type EndpointCandidate =
  | {
      readonly kind: "stdio";
      readonly command: readonly string[];
      readonly environment?: readonly VariableCandidate[];
    }
  | {
      readonly kind: "streamable_http";
      readonly url: string;
      readonly headers?: readonly HeaderCandidate[];
    };

/**
 * Everything that is wrong with an endpoint as far as its text tells; empty when it may be tried. Pure: nothing is resolved,
 * opened or started. Where the program lies and where the name leads is judged again when the connection is made.
 */
export function checkEndpoint(candidate: EndpointCandidate): readonly EndpointProblem[] {
  switch (candidate.kind) {
    case "stdio":
      return [...checkCommand(candidate.command), ...checkVariables(candidate.environment ?? [])];
    case "streamable_http":
      return [...checkUrl(candidate.url), ...checkHeaders(candidate.headers ?? [])];
  }
}
