import { TransportError, type TransportErrorOptions } from "../transport-error.js";

/** Why a link or a stream failed, before it is said of one request: whether that one may have run differs. */
export type LinkFailure = Omit<TransportErrorOptions, "mayHaveRun">;

/** The failure as seen by one request. */
export function failureOf(failure: LinkFailure, mayHaveRun: boolean): TransportError {
  return new TransportError({ ...failure, mayHaveRun });
}

export function closedFailure(): LinkFailure {
  return {
    code: "closed",
    message: "The connection to the server was closed by this client.",
  };
}

export function cancelledFailure(): LinkFailure {
  return { code: "cancelled", message: "The request was cancelled before its answer came." };
}

export function tooLargeFailure(maxMessageBytes: number): LinkFailure {
  return {
    code: "result_too_large",
    message: `The server's answer is longer than the ${maxMessageBytes} bytes that are accepted.`,
    hint: "Raise max_result_bytes for this server, or ask it for less at a time.",
  };
}
