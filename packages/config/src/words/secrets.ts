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

/** How the tokens of well-known services begin, in the case that they have: `HF_TOKEN` and `NPM_TOKEN` are names of variables. */
const SECRET_VALUE =
  /^(?:sk-|sk_|pk_live_|rk_live_|gsk_|xai-|AIza|ya29\.|gh[opsur]_|github_pat_|glpat-|xox[abeprs]-|hf_|(?:AKIA|ASIA)[A-Z0-9]|eyJ|npm_|pypi-|-----BEGIN)/;
/** The two forms of a credential in a header. */
const CREDENTIAL = /^(?:Bearer|Basic)\s/i;

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
  return SECRET_VALUE.test(value) || CREDENTIAL.test(value);
}

/** Whether a program's argument carries a secret in the open: `--api-key=…`, or a token that is known by its beginning. */
export function isSecretArgument(argument: string): boolean {
  const [, name = "", value = ""] = /^-{0,2}([A-Za-z][\w-]*)=([\s\S]*)$/.exec(argument) ?? [];
  return isSecretValue(argument) || isSecretValue(value) || (value !== "" && isSecretName(name));
}

/** The places of a program's arguments that carry a secret, in one word or behind the option that names it: `--api-key` `…`. */
export function secretArguments(words: readonly string[]): readonly number[] {
  return words.flatMap((word, index) => {
    const isNamed = isSecretOption(words[index - 1] ?? "") && !word.startsWith("-") && word !== "";
    return isNamed || isSecretArgument(word) || hasCredentials(word) || isSecretHeader(word)
      ? [index]
      : [];
  });
}

/** Words that name a secret, and as options more often a method or a file. */
const UNCERTAIN_WORDS = new Set(["auth", "authorization", "credentials"]);

/** `--api-key`, and not `--token-file` or `--auth`. */
function isSecretOption(word: string): boolean {
  const [, name = ""] = /^--?([A-Za-z][\w-]*)$/.exec(word) ?? [];
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  return last === "key"
    ? KEY_KINDS.has(words.at(-2) ?? "")
    : SECRET_WORDS.has(last) && !UNCERTAIN_WORDS.has(last);
}

/** A URL with a password, or with a query that names a secret. */
function hasCredentials(word: string): boolean {
  if (!word.includes("://")) return false;
  const pairs = [...word.matchAll(/[?&]([\w.-]+)=[^&#\s]/g)];
  return (
    /:\/\/[^/?#\s@:]*:[^/?#\s@]+@/.test(word) || pairs.some(([, name = ""]) => isSecretName(name))
  );
}

/** `X-Api-Key: …`, as programs that pass headers on are told. */
function isSecretHeader(word: string): boolean {
  const [, name = ""] = /^([A-Za-z][\w-]*):\s*\S/.exec(word) ?? [];
  return isSecretName(name);
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
