import { type LinkFailure, tooLargeFailure } from "../shared/link-failure.js";

/** What came back, before its body. */
export interface ResponseHead {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
}

/** What to do with a response. */
export type ResponsePlan =
  | { readonly kind: "read_json" }
  | { readonly kind: "read_events" }
  /** A status that is an answer of its own; its body may say more. */
  | { readonly kind: "read_refusal" }
  | { readonly kind: "accepted" }
  | { readonly kind: "fail"; readonly failure: LinkFailure };

/** Decides by status and content type alone (H12, H20, T18, T25). Pure and total. */
export function judgeResponse(
  head: ResponseHead,
  sent: "request" | "notification",
  maxMessageBytes: number,
): ResponsePlan {
  if (head.status >= 300 && head.status < 400) return fail(redirected(head));
  if (head.status < 200 || head.status >= 400) return { kind: "read_refusal" };
  if (sent === "notification") return { kind: "accepted" };
  if (head.status !== 200) return fail(noAnswer(head.status));
  const encoding = head.headers.get("content-encoding") ?? "identity";
  if (encoding.trim().toLowerCase() !== "identity") return fail(encoded(encoding));
  switch (mediaType(head)) {
    case "application/json":
      return Number(head.headers.get("content-length") ?? 0) > maxMessageBytes
        ? fail(tooLargeFailure(maxMessageBytes))
        : { kind: "read_json" };
    case "text/event-stream":
      return { kind: "read_events" };
    default:
      return fail(wrongType(head));
  }
}

/** The media type without its parameters, in lower case; empty where none is given. */
export function mediaType(head: ResponseHead): string {
  const [type = ""] = (head.headers.get("content-type") ?? "").split(";");
  return type.trim().toLowerCase();
}

function redirected(head: ResponseHead): LinkFailure {
  return {
    code: "redirect_refused",
    message: `The server redirects to ${locationHost(head)} (HTTP ${head.status}), and redirects are never followed.`,
    hint: "Write the final address as the server's url, if you trust it.",
    status: head.status,
  };
}

/** The host alone: the rest of a Location may carry secrets. */
function locationHost(head: ResponseHead): string {
  const location = head.headers.get("location") ?? "";
  if (!URL.canParse(location)) return "another place on the same host";
  return new URL(location).host;
}

function noAnswer(status: number): LinkFailure {
  return {
    code: "unexpected_content",
    message: `The server answered a request with HTTP ${status}, which carries no answer.`,
    hint: "Check that the url is the server's MCP endpoint.",
    status,
  };
}

function encoded(encoding: string): LinkFailure {
  return {
    code: "content_encoding_refused",
    message: `The server compressed its answer (${JSON.stringify(encoding.slice(0, 64))}) although only identity was accepted.`,
    hint: "Turn off compression for the MCP endpoint, in the server or in the proxy before it.",
    status: 200,
  };
}

function wrongType(head: ResponseHead): LinkFailure {
  const type = mediaType(head);
  const what =
    type === "" ? "no content type" : `the content type ${JSON.stringify(type.slice(0, 64))}`;
  return {
    code: "unexpected_content",
    message: `The server answered with ${what} in place of application/json or text/event-stream.`,
    hint: "Check that the url is the server's MCP endpoint, and not a web page or a login form.",
    status: head.status,
  };
}

function fail(failure: LinkFailure): ResponsePlan {
  return { kind: "fail", failure };
}
