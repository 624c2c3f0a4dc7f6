import type { ModelFailure } from "@perspt/models";
import { EXIT_CODES, type ExitCode } from "../../output/exit-codes.js";

/** The exit code of a model that could not answer. */
export function exitCodeOfModelFailure({ code }: ModelFailure): ExitCode {
  switch (code) {
    case "auth_required":
      return EXIT_CODES.authentication;
    case "unreachable":
    case "provider_unavailable":
    case "rate_limited":
    case "stream_broken":
      return EXIT_CODES.unreachable;
    case "model_not_found":
      return EXIT_CODES.configuration;
    case "cancelled":
      return EXIT_CODES.interrupted;
    case "context_too_long":
    case "provider_refused":
      return EXIT_CODES.tool_error;
  }
}
