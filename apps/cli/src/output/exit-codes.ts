import type { CallOutcome, McpClientErrorCode } from "@perspt/mcp-client";

/** What the program's exit code means; scripts rely on it (cli.md, Exit codes). */
export const EXIT_CODES = {
  ok: 0,
  /** A command line that cannot be carried out, a journal that cannot be read, or something that should not have happened. */
  usage: 1,
  configuration: 2,
  authentication: 3,
  /** A server that cannot be reached, or is of another protocol. */
  unreachable: 4,
  /** The tool or its server answered with an error, or there is no such operation. */
  tool_error: 5,
  /** Policy or arguments said no; nothing was sent. */
  refused: 6,
  /** It may have run; it must not be repeated before somebody looked. */
  uncertain: 7,
  interrupted: 130,
} as const;

export type ExitMeaning = keyof typeof EXIT_CODES;
export type ExitCode = (typeof EXIT_CODES)[ExitMeaning];

/** Why a server could not be used. Total over the codes of the client, so that a new one has to be thought of here. */
export const SERVER_FAILURES: Readonly<Record<McpClientErrorCode, ExitMeaning>> = {
  program_not_found: "unreachable",
  program_not_executable: "unreachable",
  unsafe_program: "unreachable",
  spawn_failed: "unreachable",
  server_exited: "unreachable",
  server_too_noisy: "unreachable",
  invalid_frame: "unreachable",
  invalid_endpoint: "configuration",
  unreachable: "unreachable",
  tls_failed: "unreachable",
  tls_verification_off: "unreachable",
  auth_required: "authentication",
  forbidden: "authentication",
  rate_limited: "unreachable",
  redirect_refused: "unreachable",
  unexpected_status: "unreachable",
  unexpected_content: "unreachable",
  content_encoding_refused: "unreachable",
  result_too_large: "unreachable",
  stream_ended: "unreachable",
  connection_lost: "unreachable",
  write_refused: "unreachable",
  cancelled: "interrupted",
  closed: "unreachable",
  incompatible_protocol: "unreachable",
  invalid_discover: "unreachable",
  timeout: "unreachable",
  server_error: "unreachable",
  invalid_result: "unreachable",
  pagination_loop: "unreachable",
  pagination_limit: "unreachable",
  catalog_too_large: "unreachable",
};

/** Failures of a server that are found before it is reached. */
const HOST_FAILURES: ReadonlyMap<string, ExitMeaning> = new Map([
  ["missing_env_source", "configuration"],
  ["not_enabled", "configuration"],
  ["unexpected", "usage"],
]);

/** The exit code of a server's failure, by its code; a code that nobody knows is a server that cannot be used. */
export function exitCodeOfServerFailure(code: string): ExitCode {
  const meaning = isServerFailure(code) ? SERVER_FAILURES[code] : HOST_FAILURES.get(code);
  return EXIT_CODES[meaning ?? "unreachable"];
}

/** Refusals that are not the policy's: the operation is unknown, or the person stopped the program. */
const REFUSALS: ReadonlyMap<string, ExitMeaning> = new Map([
  ["no_such_operation", "tool_error"],
  ["cancelled_before_send", "interrupted"],
]);

/** The exit code of a call, by how it ended. */
export function exitCodeOfOutcome(outcome: CallOutcome): ExitCode {
  switch (outcome.kind) {
    case "completed":
      return EXIT_CODES.ok;
    case "tool_error":
      return EXIT_CODES.tool_error;
    case "refused":
      return EXIT_CODES[REFUSALS.get(outcome.error.code) ?? "refused"];
    case "failed":
      // A JSON-RPC error is the server's definite answer; anything else never reached the tool.
      return outcome.error.serverError === null && !outcome.mayHaveRun
        ? exitCodeOfServerFailure(outcome.error.code)
        : EXIT_CODES.tool_error;
    case "uncertain":
      return EXIT_CODES.uncertain;
  }
}

function isServerFailure(code: string): code is McpClientErrorCode {
  return Object.hasOwn(SERVER_FAILURES, code);
}
