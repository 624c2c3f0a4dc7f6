import { isSecretValue } from "../words/secrets.js";
import { isVariableName } from "../words/variable-names.js";

/** What another program passes to a server as a variable or a header, by how Perspt can have it. */
export type ForeignValue =
  /** The value of a variable that was named there. */
  | { readonly kind: "reference"; readonly variable: string }
  /** What VS Code asks its user for. */
  | { readonly kind: "input"; readonly id: string }
  /** A word such as Bearer before one of these. */
  | {
      readonly kind: "prefixed";
      readonly prefix: string;
      readonly rest: Extract<ForeignValue, { readonly kind: "reference" | "input" }>;
    }
  /** Text. Whether it is a secret is not asked: no value is ever copied. */
  | { readonly kind: "literal"; readonly text: string }
  /** Text with references in it. */
  | { readonly kind: "composed"; readonly text: string }
  | { readonly kind: "empty" }
  /** No text at all. */
  | { readonly kind: "unusable" };

/** `${VAR}`, `${env:VAR}` with or without a default, and `{env:VAR}`. */
const REFERENCE = /^(?:\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::?-[^}]*)?\}|\{env:([^}]+)\})$/;
/** `$VAR`: only where nothing but a variable can be meant. */
const BARE_REFERENCE = /^\$([A-Z_][A-Z0-9_]*)$/;
const INPUT = /^\$\{input:([^}]+)\}$/;
const PREFIXED = /^(Bearer|Basic|Token) ([\s\S]+)$/i;
const ANY_REFERENCE = /\$\{|\{env:|\{file:/;

/** What `${…}` means in VS Code and its kin without being a variable of the environment. */
const EDITOR_WORDS: ReadonlySet<string> = new Set([
  "cwd",
  "file",
  "pathSeparator",
  "userHome",
  "workspaceFolder",
  "workspaceFolderBasename",
]);

export function readForeignValue(value: unknown): ForeignValue {
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") {
    return { kind: "literal", text: String(value) };
  }
  if (typeof value !== "string") return { kind: "unusable" };
  if (value === "") return { kind: "empty" };
  const whole = readReference(value);
  if (whole !== null) return whole;
  const [, prefix = "", behind = ""] = PREFIXED.exec(value) ?? [];
  const rest = readReference(behind);
  if (rest !== null) return { kind: "prefixed", prefix, rest };
  return { kind: holdsReference(value) ? "composed" : "literal", text: value };
}

/** Whether a text holds something that other programs replace. Perspt replaces nothing in commands and addresses. */
export function holdsReference(text: string): boolean {
  return ANY_REFERENCE.test(text) || BARE_REFERENCE.test(text);
}

/** What the variable of this name holds. A token that somebody put where a name belongs is a value like any other. */
export function referenceTo(name: string): Reference | Extract<ForeignValue, { kind: "literal" }> {
  return isVariableName(name) && !isSecretValue(name)
    ? { kind: "reference", variable: name }
    : { kind: "literal", text: name };
}

type Reference = Extract<ForeignValue, { kind: "reference" }>;

function readReference(text: string): Reference | Extract<ForeignValue, { kind: "input" }> | null {
  const [, id] = INPUT.exec(text) ?? [];
  if (id !== undefined) return { kind: "input", id };
  const [, braced, inBraces] = REFERENCE.exec(text) ?? [];
  const variable = braced ?? inBraces ?? BARE_REFERENCE.exec(text)?.[1] ?? "";
  const reference = referenceTo(variable);
  return reference.kind === "reference" && !EDITOR_WORDS.has(variable) ? reference : null;
}
