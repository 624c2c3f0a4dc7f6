import { checkEndpoint } from "@perspt/transport";
import { ENDPOINT_PHRASES } from "../read/endpoint-phrases.js";
import type { ForeignServer, SkippedField } from "./foreign-entry.js";
import type { ForeignValue } from "./foreign-value.js";
import { candidates, candidatesWithServer, type VariableNames } from "./name-variables.js";

/** A variable that a server is to be given, and what a person has to put into it. */
export interface ImportedVariable {
  /** The variable where Perspt runs. */
  readonly name: string;
  /** What the server knows it as: a variable of the program, or a header. */
  readonly target: string;
  readonly content: VariableContent;
}

export type VariableContent =
  /** The file named this very variable. */
  | { readonly kind: "same" }
  /** The value that the file has at that place; composed ones with what they refer to put in. */
  | { readonly kind: "value_in_file" }
  /** What the program asked its user for. */
  | { readonly kind: "input"; readonly id: string }
  /** A word, a blank, and the value of another variable. */
  | { readonly kind: "prefixed"; readonly prefix: string; readonly variable: string };

export interface MappedValues {
  readonly variables: readonly ImportedVariable[];
  readonly skippedFields: readonly SkippedField[];
}

/** Gives each value a variable. A value itself is never in the result. */
export function mapValues(id: string, server: ForeignServer, names: VariableNames): MappedValues {
  const variables: ImportedVariable[] = [];
  const skippedFields: SkippedField[] = [];
  const kind = server.transport.kind;
  for (const [target, value] of server.values) {
    const reason = reasonAgainst(kind, target, value);
    if (reason === null) variables.push(variableFor({ id, kind, target, value }, names));
    else skippedFields.push({ field: [FIELDS[kind], target].filter(Boolean).join("."), reason });
  }
  return { variables, skippedFields };
}

const FIELDS = { stdio: "env", streamable_http: "headers" } as const;

type Kind = ForeignServer["transport"]["kind"];

/** Why a value has no place here; null where it has. */
function reasonAgainst(kind: Kind, target: string, value: ForeignValue): string | null {
  if (value.kind === "unusable") return "its value is no text";
  if (value.kind === "empty") return "it is empty, and an empty variable is passed to nobody";
  const candidate = { name: target, source: "SOURCE" };
  const [problem] =
    kind === "stdio"
      ? checkEndpoint({ kind, command: ["program"], environment: [candidate] })
      : checkEndpoint({ kind, url: "https://localhost/", headers: [candidate] });
  return problem === undefined ? null : `it is ${ENDPOINT_PHRASES[problem.code].received}`;
}

interface Assignment {
  readonly id: string;
  readonly kind: Kind;
  readonly target: string;
  readonly value: ForeignValue;
}

function variableFor(assignment: Assignment, names: VariableNames): ImportedVariable {
  const { id, target, value } = assignment;
  const own = () => ownNames(assignment);
  switch (value.kind) {
    case "reference":
      return { name: value.variable, target, content: { kind: "same" } };
    case "input":
      return {
        name: names.forInput(value.id, id),
        target,
        content: { kind: "input", id: value.id },
      };
    case "prefixed": {
      const { prefix, rest } = value;
      const variable = rest.kind === "reference" ? rest.variable : names.forInput(rest.id, id);
      const name = names.forText(own(), `${prefix} $${variable}`);
      return { name, target, content: { kind: "prefixed", prefix, variable } };
    }
    case "literal":
    case "composed":
      return {
        name: names.forText(own(), value.text),
        target,
        content: { kind: "value_in_file" },
      };
    case "empty":
    case "unusable":
      throw new TypeError("such a value was left out before");
  }
}

/** A program's variables have names of their own; a header is called the same by every server. */
function ownNames({ id, kind, target }: Assignment): Iterable<string> {
  return kind === "stdio" ? candidates(target, id) : candidatesWithServer(target, id);
}
