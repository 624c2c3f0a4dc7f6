import type { FormValue } from "./elicitation-provider.js";
import type { FormChoice, FormField } from "./form-field.js";

/** What a person's text means for a field. */
export type FormAnswer =
  | { readonly kind: "value"; readonly value: FormValue }
  /** The rest of a sentence that starts with "Expected": `a whole number, such as 3`. It may quote the server's choices. */
  | { readonly kind: "unreadable"; readonly expected: string };

const YES: ReadonlySet<string> = new Set(["y", "yes", "true"]);
const NO: ReadonlySet<string> = new Set(["n", "no", "false"]);

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Reads a line that a person typed as a field's value: numbers in decimals, yes or no, a choice by its value, title or number in the list,
 * several of them with commas between. It looks at the type alone; ranges and formats are the server's to judge. Pure.
 */
export function readFormAnswer({ type }: Pick<FormField, "type">, line: string): FormAnswer {
  const typed = line.trim();
  switch (type.kind) {
    case "text":
      return { kind: "value", value: line };
    case "number":
    case "integer":
      return readNumber(type.kind, typed);
    case "boolean": {
      const word = typed.toLowerCase();
      if (YES.has(word)) return { kind: "value", value: true };
      return NO.has(word) ? { kind: "value", value: false } : unreadable("yes or no");
    }
    case "choice": {
      const choice = findChoice(type.choices, typed);
      return choice === null ? unreadable(`one of ${told(type.choices)}`) : chosen(choice.value);
    }
    case "choices": {
      const words = typed.split(",").map((word) => findChoice(type.choices, word.trim()));
      const found = words.flatMap((choice) => (choice === null ? [] : [choice.value]));
      return found.length === words.length
        ? { kind: "value", value: [...new Set(found)] }
        : unreadable(`some of ${told(type.choices)}, with commas between`);
    }
    case "unknown":
      return unreadable("nothing: this field is of a kind that forms do not have");
  }
}

function readNumber(kind: "number" | "integer", typed: string): FormAnswer {
  const value = DECIMAL.test(typed) ? Number(typed) : Number.NaN;
  const fits = kind === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (fits) return { kind: "value", value };
  return unreadable(kind === "integer" ? "a whole number, such as 3" : "a number, such as 0.5");
}

/** Its value first: a choice named `2` is not the second. */
function findChoice(choices: readonly FormChoice[], typed: string): FormChoice | null {
  return (
    choices.find(({ value }) => value === typed) ??
    choices.find(({ title }) => title === typed) ??
    (/^\d+$/.test(typed) ? choices[Number(typed) - 1] : undefined) ??
    null
  );
}

function told(choices: readonly FormChoice[]): string {
  return choices.map(({ title }, index) => `${index + 1} ${title}`).join(", ");
}

function chosen(value: string): FormAnswer {
  return { kind: "value", value };
}

function unreadable(expected: string): FormAnswer {
  return { kind: "unreadable", expected };
}
