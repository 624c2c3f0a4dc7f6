import type { EndpointProblem, EndpointProblemCode } from "./endpoint-problem.js";

/** A header that the user wants sent with every request. */
export interface HeaderCandidate {
  readonly name: string;
  /** Where the value comes from, for messages: an environment variable's name. */
  readonly source: string;
  /** Left out where the value is not known yet. */
  readonly value?: string;
}

/** RFC 9110 token. */
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** The field values that HTTP/1.1 can carry: Latin-1 without controls, no blank at either end. */
const HEADER_VALUE = /^(?:[\x21-\x7e\xa0-\xff](?:[\t\x20-\x7e\xa0-\xff]*[\x21-\x7e\xa0-\xff])?)?$/;

/** Headers that the protocol, the connection or this client's rules own, in lower case (H11, H24, T24). */
const RESERVED = new Set([
  "accept",
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "cookie2",
  "expect",
  "host",
  "keep-alive",
  "last-event-id",
  "proxy-authorization",
  "proxy-connection",
  "set-cookie",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Judges user headers by name, and by value where it is known; no message holds a value (T21). */
export function checkHeaders(headers: readonly HeaderCandidate[]): readonly EndpointProblem[] {
  const seen = new Set<string>();
  return headers.flatMap((header) => {
    const name = header.name.toLowerCase();
    const isRepeated = seen.has(name);
    seen.add(name);
    return isRepeated
      ? [
          problem(
            "duplicate_header",
            header,
            `The header ${header.name} is given more than once; case makes no difference.`,
            "Keep one of them.",
          ),
        ]
      : [...nameProblems(header), ...valueProblems(header)];
  });
}

/** Whether a header's name belongs to the protocol, the connection or this client. */
export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return RESERVED.has(lower) || lower.startsWith("mcp-");
}

function nameProblems(header: HeaderCandidate): EndpointProblem[] {
  if (!HEADER_NAME.test(header.name)) {
    return [
      problem(
        "invalid_header_name",
        header,
        `${JSON.stringify(header.name)} is not a header name.`,
        "Use letters, digits and hyphens, such as X-Api-Key.",
      ),
    ];
  }
  if (isReservedHeader(header.name)) {
    return [
      problem(
        "reserved_header",
        header,
        `The header ${header.name} belongs to the protocol and cannot be set by hand.`,
        "Remove it from headers_from_env.",
      ),
    ];
  }
  return [];
}

function valueProblems(header: HeaderCandidate): EndpointProblem[] {
  if (header.value === undefined || HEADER_VALUE.test(header.value)) return [];
  return [
    problem(
      "invalid_header_value",
      header,
      `The value of ${header.source} cannot be sent as the header ${header.name}: a header holds printable Latin-1 on one line, without a blank at either end.`,
      `Check ${header.source} for a line break at its end.`,
    ),
  ];
}

function problem(
  code: EndpointProblemCode,
  header: HeaderCandidate,
  message: string,
  hint: string,
): EndpointProblem {
  return { code, field: "headers", key: header.name, message, hint };
}
