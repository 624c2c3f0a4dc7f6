import { createHmac } from "node:crypto";
import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";

/** Names of members whose values are secrets, whatever they hold. `token` alone, not `max_tokens`. */
export const SECRET_NAME_PATTERNS: readonly RegExp[] = [
  /^(?:.*[_-])?(?:password|passwd|passphrase|pwd)$/i,
  /^(?:.*[_-])?secrets?$/i,
  /^(?:.*[_-])?(?:access|auth|bearer|refresh|session|id|api|csrf)?[_-]?token$/i,
  /^(?:.*[_-])?(?:api|access|private|secret|signing|encryption)[_-]?key$/i,
  /^(?:proxy[_-])?authorization$/i,
  /^requestState$/,
  /^(?:set[_-])?cookie$/i,
  /^(?:.*[_-])?credentials?$/i,
];

/** Shorter secrets are not looked for in text: they would be found everywhere. */
export const MIN_SCANNED_SECRET_BYTES = 8;

export interface RedactorOptions {
  /** Of the session; never exported. */
  readonly key: Buffer;
  /** Values of mapped variables and headers. */
  readonly secrets: Iterable<string>;
}

/** Takes secrets out of what is about to be written. Structural and idempotent: what it wrote once it leaves alone. */
export class Redactor {
  readonly #key: Buffer;
  /** Every spelling of every known secret, longest first, with the secret that it spells. */
  readonly #spellings: readonly (readonly [string, string])[];

  constructor({ key, secrets }: RedactorOptions) {
    this.#key = key;
    const spellings = new Map<string, string>();
    for (const secret of secrets) {
      if (Buffer.byteLength(secret) < MIN_SCANNED_SECRET_BYTES) continue;
      for (const spelling of secretSpellings(secret)) spellings.set(spelling, secret);
    }
    this.#spellings = [...spellings].sort(([left], [right]) => right.length - left.length);
  }

  /** Redacts members named like secrets, but those named in `plain`, and known secrets in all text. */
  value(value: JsonValue, plain: ReadonlySet<string> = new Set()): JsonValue {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((element: JsonValue) => this.value(element, plain));
    if (!isJsonObject(value) || isRedacted(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        this.text(name),
        isSecretName(name) && !plain.has(name) && member !== null
          ? this.whole(member)
          : this.value(member, plain),
      ]),
    );
  }

  /** Known secrets in a value's text, but nothing for the names of its members. Where none is known, the value itself. */
  knownSecrets(value: JsonValue): JsonValue {
    if (this.#spellings.length === 0) return value;
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((element: JsonValue) => this.knownSecrets(element));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [this.text(name), this.knownSecrets(member)]),
    );
  }

  object(value: JsonObject, plain: ReadonlySet<string>): JsonObject {
    const redacted = this.value(value, plain);
    return isJsonObject(redacted) ? redacted : {};
  }

  text(text: string): string {
    let result = text;
    for (const [spelling, secret] of this.#spellings) {
      if (result.includes(spelling))
        result = result.replaceAll(spelling, `[redacted ${this.#digest(secret)}]`);
    }
    return result;
  }

  /**
   * The value as a whole, whatever it holds: `{"redacted": digest}` stands in its place. The digest is keyed, so that equal secrets of one
   * session can be told to be equal, and no more.
   */
  whole(value: JsonValue): JsonValue {
    if (isJsonObject(value) && isRedacted(value)) return value;
    return { redacted: this.#digest(typeof value === "string" ? value : JSON.stringify(value)) };
  }

  #digest(secret: string): string {
    return createHmac("sha256", this.#key).update(secret).digest("hex").slice(0, 32);
  }
}

export function isSecretName(name: string): boolean {
  return SECRET_NAME_PATTERNS.some((pattern) => pattern.test(name));
}

function isRedacted(value: JsonObject): boolean {
  const { redacted } = value;
  return (
    Object.keys(value).length === 1 &&
    typeof redacted === "string" &&
    /^[0-9a-f]{32}$/.test(redacted)
  );
}

/**
 * Plain, JSON-escaped, Base64 (both alphabets, also as a part of a longer text), URL- and form-encoded, and hexadecimal. Longest first, so that a
 * spelling that holds another one is found whole.
 */
export function secretSpellings(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, "utf8");
  const hex = bytes.toString("hex");
  const formEncoded = new URLSearchParams([["", secret]]).toString().slice(1);
  const urlEncoded = [encodeURIComponent(secret), encodeURI(secret), formEncoded];
  const spellings = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    ...[0, 1, 2].flatMap((offset) => base64Within(bytes, offset)),
    ...urlEncoded,
    ...urlEncoded.map((text) =>
      text.replaceAll(/%[0-9A-F]{2}/g, (triplet) => triplet.toLowerCase()),
    ),
    hex,
    hex.toUpperCase(),
  ];
  return [...new Set(spellings)].sort((left, right) => right.length - left.length);
}

/** The characters that stand for the bytes alone, wherever they begin in what was encoded; none where those are too few to tell. */
function base64Within(bytes: Buffer, offset: number): readonly string[] {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
  const own = text.slice(
    Math.ceil((offset * 8) / 6),
    Math.floor(((offset + bytes.length) * 8) / 6),
  );
  if (own.length < MIN_SCANNED_SECRET_BYTES) return [];
  return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
}
