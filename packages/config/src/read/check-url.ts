import { checkEndpoint, type EndpointProblemCode } from "@perspt/transport";
import { write } from "../words/fix.js";
import { isSecretName, isSecretValue } from "../words/secrets.js";
import { writePair } from "../words/toml-words.js";
import { ENDPOINT_PHRASES } from "./endpoint-phrases.js";
import type { TableScope } from "./table-scope.js";

const EXAMPLES = {
  url: "https://tools.example.test/mcp",
  base_url: "http://127.0.0.1:11434/v1",
} as const;

/** The keys that hold a URL, and where a secret belongs that stands in it. */
const SECRET_PLACES = { url: "headers_from_env", base_url: "api_key_env" } as const;

/** What to do in a sentence of its own, where the line to write does not say it. */
const ADVICE: Partial<Record<EndpointProblemCode, string>> = {
  plaintext_endpoint: " Use HTTPS outside localhost.",
};

/** Judges an endpoint's URL by the transport's own rules (T17, T21), and warns of a secret in its query. */
export function checkUrl(scope: TableScope, key: keyof typeof SECRET_PLACES, url: string): void {
  const problems = checkEndpoint({ kind: "streamable_http", url });
  for (const { code } of problems) {
    scope.problem({
      path: [key],
      code,
      ...ENDPOINT_PHRASES[code],
      fix: `${write(writePair(key, mendUrl(url) ?? EXAMPLES[key]))}${ADVICE[code] ?? ""}`,
    });
  }
  if (problems.length === 0 && hasSecretInQuery(url)) {
    const bare = new URL(url);
    bare.search = "";
    scope.warning({
      path: [key],
      code: "secret_in_file",
      expected: "no secret in this file",
      received: "a query that looks like one (not shown)",
      fix: write(writePair(key, bare.href), `and send the secret by ${SECRET_PLACES[key]}`),
    });
  }
}

/** The same endpoint, written so that it is accepted; null where that cannot be told, or where it may hold a secret. */
function mendUrl(text: string): string | null {
  if (!URL.canParse(text) || /[\s\\]/.test(text)) return null;
  const url = new URL(text);
  if (hasSecretInQuery(text)) return null;
  url.username = "";
  url.password = "";
  url.hash = "";
  const secure = url.href.replace(/^http:/, "https:");
  return [url.href, secure].find((href) => isAccepted(href)) ?? null;
}

function isAccepted(url: string): boolean {
  return checkEndpoint({ kind: "streamable_http", url }).length === 0;
}

function hasSecretInQuery(text: string): boolean {
  return [...new URL(text).searchParams].some(
    ([name, value]) => value !== "" && (isSecretName(name) || isSecretValue(value)),
  );
}
