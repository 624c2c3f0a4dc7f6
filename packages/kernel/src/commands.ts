import type { ArgumentValue } from "./proposal.js";

/** A command argument as the words a program is started with. */
export type CommandReading =
  | { readonly kind: "argv"; readonly words: readonly string[] }
  | { readonly kind: "unreadable"; readonly because: string };

// No quotes, expansions, substitutions or separators: every shell, and no shell at all, splits such text alike.
const PLAIN_WORDS = /^[A-Za-z0-9_@+=:,./-]+(?: [A-Za-z0-9_@+=:,./-]+)*$/;

/** Reads one command line. Text that a shell would do something with cannot be judged, and is unreadable. */
export function readCommandLine(text: string): CommandReading {
  if (!PLAIN_WORDS.test(text)) {
    return {
      kind: "unreadable",
      because: "is not plain words with single spaces, so it cannot be told what a shell would run",
    };
  }
  return { kind: "argv", words: text.split(" ") };
}

/** Reads a list of strings as one program and its arguments; null when it is no such list. */
export function readArgv(value: readonly ArgumentValue[]): readonly string[] | null {
  const words = value.filter((word) => typeof word === "string");
  return words.length === value.length && words.length > 0 ? words : null;
}

/** Whether the words start with this prefix, word by word. An empty prefix allows nothing. */
export function startsWithWords(words: readonly string[], prefix: readonly string[]): boolean {
  return prefix.length > 0 && prefix.every((word, index) => words[index] === word);
}
