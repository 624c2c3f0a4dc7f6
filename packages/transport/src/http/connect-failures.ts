import { TransportError } from "../transport-error.js";

/** Error codes of Node's TLS and of OpenSSL's certificate checks. */
const TLS_CODE =
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERROR_IN_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|EPROTO)/;

/** Errors of Node's HTTP parser: what came back was no HTTP. */
const PARSER_CODE = /^HPE_/;

/** What a system or TLS error means for a request. `isWritten`: whether its first byte had been handed to the connection. */
export function connectionError(cause: unknown, url: URL, isWritten: boolean): TransportError {
  const code = systemCodeOf(cause);
  if (PARSER_CODE.test(code)) {
    return new TransportError({
      code: "unexpected_content",
      message: `${url.host} answered with something that is not HTTP (${code}).`,
      hint: "Check the URL's host and port.",
      mayHaveRun: isWritten,
      cause,
    });
  }
  if (TLS_CODE.test(code)) {
    return new TransportError({
      code: "tls_failed",
      message: `No trustworthy TLS connection to ${url.host} could be made (${code}).`,
      hint: "Check the server's certificate. A private authority can be added with NODE_EXTRA_CA_CERTS.",
      mayHaveRun: isWritten,
      cause,
    });
  }
  if (isWritten) {
    return new TransportError({
      code: "connection_lost",
      message: `The connection to ${url.host} was lost before the answer was complete (${code}).`,
      mayHaveRun: true,
      cause,
    });
  }
  return new TransportError({
    code: "unreachable",
    message: `${url.host} could not be reached (${code}).`,
    hint: "Check the URL, the network, and that the server is running.",
    mayHaveRun: false,
    cause,
  });
}

/** The connection stands, but not to this machine: a name that pretended to be local (T19). */
export function notLoopback(url: URL): TransportError {
  return new TransportError({
    code: "invalid_endpoint",
    message: `${url.host} led to an address that is not this machine, and plain http: may not leave it.`,
    hint: "Use https:, or write 127.0.0.1 in place of the name.",
    mayHaveRun: false,
  });
}

function systemCodeOf(cause: unknown): string {
  const all: readonly unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  const first = all[0]; // Several addresses tried, several errors: the first stands for all.
  const code: unknown = first instanceof Error && "code" in first ? first.code : undefined;
  return typeof code === "string" ? code : "unknown error";
}
