import { hideSecrets, lastWords } from "../shared/excerpt.js";
import type { LinkFailure } from "../shared/link-failure.js";
import { TransportError } from "../transport-error.js";
import type { ProgramEnd, SpawnRequest } from "./spawn-port.js";

/** What a server's end is told with. */
export interface ServerEnd {
  readonly program: string;
  readonly end: ProgramEnd;
  readonly hasSpoken: boolean;
  readonly stderrTail: string;
  /** Values that must not show up in a message. */
  readonly secrets: Iterable<string>;
}

/** A server that ended by itself, with its last words on standard error (reports 4 and 5). */
export function serverExited({ program, end, hasSpoken, ...rest }: ServerEnd): LinkFailure {
  const how =
    end.signal === null
      ? `ended with status ${end.exitCode ?? "unknown"}`
      : `was ended by the signal ${end.signal}`;
  const words = lastWords(hideSecrets(rest.stderrTail, rest.secrets));
  return {
    code: "server_exited",
    message: `The server ${JSON.stringify(program)} ${how}${hasSpoken ? "" : " before it sent anything"}.`,
    hint:
      words === ""
        ? "It wrote nothing to standard error. Run its command by hand to see why it ends."
        : `It last wrote to standard error: ${words}`,
  };
}

/** A server that lives on and can answer nothing any more. */
export function outputClosed(program: string): LinkFailure {
  return {
    code: "stream_ended",
    message: `The server ${JSON.stringify(program)} closed its standard output and runs on, so no answer can come any more.`,
    hint: "This is a fault of the server.",
  };
}

/** Why the system did not start a program that was found (I14). */
export function spawnFailed(request: SpawnRequest, cause: unknown): TransportError {
  const systemCode = systemCodeOf(cause);
  const program = JSON.stringify(request.program);
  if (systemCode === "EACCES" || systemCode === "EPERM") {
    return new TransportError({
      code: "program_not_executable",
      message: `${program} may not be executed (${systemCode}).`,
      hint: "Check its permissions, and those of its folder.",
      mayHaveRun: false,
      cause,
    });
  }
  return new TransportError({
    code: "spawn_failed",
    message: `${program} could not be started (${systemCode}).`,
    hint:
      systemCode === "ENOENT"
        ? `Either the interpreter in its first line or the working directory ${request.workingDirectory} does not exist.`
        : "Run its command by hand to see why.",
    mayHaveRun: false,
    cause,
  });
}

function systemCodeOf(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return typeof code === "string" ? code : "unknown error";
}
