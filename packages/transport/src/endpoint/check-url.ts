import { isIP } from "node:net";
import type { EndpointProblem, EndpointProblemCode } from "./endpoint-problem.js";
import { isLoopbackHost } from "./loopback.js";

/**
 * Judges an HTTP endpoint by its text alone, before DNS is asked (T17, T21, H21, H22): `https:`, or `http:` to this machine;
 * no user name, password or fragment; no host that reads differently from what it means.
 */
export function checkUrl(text: string): readonly EndpointProblem[] {
  if (!URL.canParse(text) || hasSilentlyDroppedCharacters(text)) {
    return [
      problem(
        "invalid_url",
        "The URL is not an absolute URL, or holds blanks or backslashes.",
        'Write it in full, such as url = "https://tools.example.test/mcp".',
      ),
    ];
  }
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return [
      problem(
        "unsupported_scheme",
        `The URL's scheme is ${url.protocol} but only https: is spoken, and http: to this machine.`,
        'Use an https:// URL, or transport = "stdio" with a command.',
      ),
    ];
  }
  return [...partProblems(text, url), ...hostProblems(text, url)];
}

function partProblems(text: string, url: URL): EndpointProblem[] {
  const problems: EndpointProblem[] = [];
  if (url.username !== "" || url.password !== "" || writtenAuthority(text).includes("@")) {
    problems.push(
      problem(
        "credentials_in_url",
        "The URL holds a user name or password.",
        "Remove it, and send credentials with headers_from_env.",
      ),
    );
  }
  if (text.includes("#")) {
    problems.push(
      problem(
        "fragment_in_url",
        "The URL has a fragment (#), which no server ever sees.",
        "Remove everything from # on.",
      ),
    );
  }
  return problems;
}

function hostProblems(text: string, url: URL): EndpointProblem[] {
  if (isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0 && writtenHost(text) !== url.hostname) {
    return [
      problem(
        "ambiguous_host",
        `The URL's host is written so that it reads differently from what it means: ${url.hostname}.`,
        `Write ${url.hostname} if that is what is meant.`,
      ),
    ];
  }
  if (url.protocol === "http:" && !isLoopbackHost(url.hostname)) {
    return [
      problem(
        "plaintext_endpoint",
        `The URL is plain http: to ${url.hostname}, which is not this machine.`,
        "Use HTTPS outside localhost; plain http: is allowed to localhost, 127.0.0.0/8 and [::1] only.",
      ),
    ];
  }
  return [];
}

/** The URL parser drops tabs and line breaks, trims blanks and takes a backslash for a slash: what is read is not what is meant. */
function hasSilentlyDroppedCharacters(text: string): boolean {
  return /[\p{Cc}\s\\]/u.test(text);
}

/** What stands between `//` and the path, as the user wrote it. */
function writtenAuthority(text: string): string {
  return /^[^:]*:\/*([^/?#]*)/.exec(text)?.[1] ?? "";
}

function writtenHost(text: string): string {
  const authority = writtenAuthority(text);
  return authority
    .slice(authority.lastIndexOf("@") + 1)
    .replace(/:\d*$/, "")
    .toLowerCase();
}

function problem(code: EndpointProblemCode, message: string, hint: string): EndpointProblem {
  return { code, field: "url", key: null, message, hint };
}
