import type { EndpointProblemCode } from "@perspt/transport";

/** The phrases around "expected" and "received" for what the transport refuses; none of them holds a value (T21). */
export const ENDPOINT_PHRASES: Readonly<
  Record<EndpointProblemCode, { readonly expected: string; readonly received: string }>
> = {
  invalid_url: {
    expected: "an absolute URL without blanks or backslashes",
    received: "something else (not shown)",
  },
  unsupported_scheme: { expected: "an https: URL", received: "a URL of another scheme" },
  plaintext_endpoint: {
    expected: "https:, or http: to localhost, 127.0.0.0/8 or [::1]",
    received: "http: to another host",
  },
  ambiguous_host: {
    expected: "a host that reads as what it means",
    received: "an IP address in another spelling",
  },
  credentials_in_url: {
    expected: "a URL without user name and password",
    received: "one that has them (not shown)",
  },
  fragment_in_url: { expected: "a URL without a fragment", received: "one with a # part" },
  invalid_header_name: {
    expected: "a header name of letters, digits and hyphens",
    received: "a name that no header can have",
  },
  reserved_header: {
    expected: "a header of your own",
    received: "one that belongs to the protocol or the connection",
  },
  duplicate_header: {
    expected: "each header once, whatever its case",
    received: "the same header again",
  },
  invalid_header_value: {
    expected: "a variable with printable Latin-1 text on one line, without a blank at either end",
    received: "another value (not shown)",
  },
  missing_program: { expected: "a program's name or absolute path", received: "none" },
  relative_program: {
    expected: "an absolute path, or a bare name that is looked up in PATH",
    received: "a relative path",
  },
  batch_file: {
    expected: "a program that starts without a shell",
    received: "a batch file",
  },
  invalid_argument: { expected: "an argument without NUL characters", received: "one with them" },
  invalid_variable_name: {
    expected: "the name of an environment variable",
    received: "a name that is empty or holds = or NUL",
  },
  invalid_variable_value: {
    expected: "a variable without NUL characters",
    received: "one with them (not shown)",
  },
};
