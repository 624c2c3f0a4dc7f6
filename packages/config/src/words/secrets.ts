/** Words that name a secret wherever they stand in a name. */
const SECRET_WORDS = new Set([
  "apikey",
  "auth",
  "authorization",
  "bearer",
  "cookie",
  "credential",
  "credentials",
  "passphrase",
  "passwd",
  "password",
  "pwd",
  "secret",
  "secrets",
  "token",
]);

/** Words that make a secret of a `key` right behind them. */
const KEY_KINDS = new Set(["access", "api", "encryption", "private", "secret", "signing"]);

/** How the tokens of well-known services begin, and the two forms of a credential in a header. */
const SECRET_VALUE =
  /^(?:sk-|sk_|pk_live_|rk_live_|gsk_|xai-|AIza|ya29\.|gh[opsur]_|github_pat_|glpat-|xox[abeprs]-|hf_|AKIA|ASIA|eyJ|npm_|pypi-|-----BEGIN|Bearer\s|Basic\s)/i;

/** Whether a name says that its value is a secret: `api_key`, `X-Auth-Token`, `dbPassword`, but not `max_tokens`. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  return words.some(
    (word, index) =>
      SECRET_WORDS.has(word) || (word === "key" && KEY_KINDS.has(words[index - 1] ?? "")),
  );
}

/** Whether a value looks like a secret by itself. A value that does not may be one all the same. */
export function isSecretValue(value: string): boolean {
  return SECRET_VALUE.test(value);
}

/** Whether a program's argument carries a secret in the open: `--api-key=…`, or a token that is known by its beginning. */
export function isSecretArgument(argument: string): boolean {
  const [, name = "", value = ""] = /^-{0,2}([A-Za-z][\w-]*)=([\s\S]*)$/.exec(argument) ?? [];
  return isSecretValue(argument) || isSecretValue(value) || (value !== "" && isSecretName(name));
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
