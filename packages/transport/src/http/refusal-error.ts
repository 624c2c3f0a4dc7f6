import { excerpt, hideSecrets } from "../shared/excerpt.js";
import { type ServerError, TransportError, type TransportErrorCode } from "../transport-error.js";
import type { ResponseHead } from "./judge-response.js";

/** Statuses that say that the request was not acted on (governance.md, Outcomes). */
const NOT_RUN: ReadonlySet<number> = new Set([401, 403, 404, 405, 406, 413, 415, 429, 431]);

/** The one date format that HTTP senders may write; `Date.parse` alone would read a date into almost anything. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

export interface Refusal {
  readonly head: ResponseHead;
  /** The beginning of the body as text; empty where it was none. */
  readonly bodyText: string;
  /** The JSON-RPC error that the body held; null where it held none. */
  readonly serverError: ServerError | null;
  /** The user's headers, with the variables that their values came from. */
  readonly userHeaders: ReadonlyMap<string, string>;
  readonly headerSources: ReadonlyMap<string, string>;
  /** Milliseconds since the epoch, for a Retry-After that names a date. */
  readonly now: number;
}

/** What an HTTP status other than 2xx and 3xx means for the request (H18–H20, report 19). Pure and total. */
export function refusalError(refusal: Refusal): TransportError {
  const { status } = refusal.head;
  const { code, message, hint } = explain(refusal);
  const retryAfter = retryAfterOf(refusal.head, refusal.now);
  return new TransportError({
    code,
    message: `${message}${quotedBody(refusal)}`,
    hint,
    mayHaveRun: !NOT_RUN.has(status),
    status,
    ...(retryAfter === null ? {} : { retryAfter }),
    ...(refusal.serverError === null ? {} : { serverError: refusal.serverError }),
  });
}

interface Explanation {
  readonly code: TransportErrorCode;
  readonly message: string;
  readonly hint: string;
}

function explain(refusal: Refusal): Explanation {
  const { status } = refusal.head;
  switch (status) {
    case 400:
      return {
        code: "unexpected_status",
        message: "The server refused the request (HTTP 400) without saying why in MCP's terms.",
        hint: "It may not speak MCP 2026-07-28. Upgrade the server; there is no legacy fallback.",
      };
    case 401:
      return {
        code: "auth_required",
        message: "The server asks for authentication (HTTP 401).",
        hint: credentialHint(refusal),
      };
    case 403:
      return {
        code: "forbidden",
        message: "The server denies access (HTTP 403).",
        hint: credentialHint(refusal),
      };
    case 404:
    case 405:
      return {
        code: "unexpected_status",
        message: `There is no MCP 2026-07-28 endpoint at this url (HTTP ${status}).`,
        hint: "Check the url's path. A server of an older revision answers like this too; there is no legacy fallback.",
      };
    case 413:
    case 431:
      return {
        code: "unexpected_status",
        message: `The server finds the request too large (HTTP ${status}).`,
        hint: "Send smaller arguments.",
      };
    case 429:
      return {
        code: "rate_limited",
        message: "The server asks for fewer requests (HTTP 429).",
        hint: "Wait before the next call.",
      };
    case 503:
      return {
        code: "unexpected_status",
        message: "The server is not available now (HTTP 503).",
        hint: "Try again later.",
      };
    default:
      return {
        code: "unexpected_status",
        message: `The server answered with HTTP ${status} in place of a result.`,
        hint: status >= 500 ? "This is a fault of the server." : "Check the url and the server.",
      };
  }
}

/** Names where the credential came from, never the credential (T21). */
function credentialHint({ userHeaders, headerSources }: Refusal): string {
  const sources = [...userHeaders.keys()].map((name) => {
    const source = headerSources.get(name);
    return source === undefined ? `the header ${name}` : `${source} (sent as ${name})`;
  });
  return sources.length === 0
    ? 'Give the credential with headers_from_env: `headers_from_env = { Authorization = "SOURCE_VARIABLE" }`'
    : `Check header source variables: ${sources.join(", ")}.`;
}

function quotedBody({ bodyText, serverError, userHeaders }: Refusal): string {
  const words = serverError === null ? bodyText.trim() : serverError.message;
  if (words === "") return "";
  return ` It said: ${excerpt(hideSecrets(words, userHeaders.values()))}`;
}

/** Milliseconds that the server asks to wait; null where it does not say, or says nothing sensible. */
function retryAfterOf(head: ResponseHead, now: number): number | null {
  const text = head.headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!HTTP_DATE.test(text)) return null;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
