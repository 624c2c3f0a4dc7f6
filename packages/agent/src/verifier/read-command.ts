import { parse } from "shell-quote";

export type CommandReading =
  | { readonly kind: "command"; readonly words: readonly string[] }
  | { readonly kind: "unreadable"; readonly message: string };

/**
 * A command line of the configuration as the words that a program is started with. Split as a shell would; what only a shell could do
 * (pipes, redirections, patterns, variables) is refused, because none runs.
 */
export function readCommand(line: string): CommandReading {
  if (/[$`]/.test(line.replaceAll(/'[^']*'/g, ""))) {
    return unreadable(line, "variables and substitutions are not filled in");
  }
  const parts = parse(line);
  const words = parts.flatMap((part) => {
    if (typeof part === "string") return [part];
    return "op" in part && part.op === "glob" ? [part.pattern] : [];
  });
  if (words.length !== parts.length) {
    return unreadable(line, "operators such as && and | are not understood");
  }
  if (words.length === 0 || words[0] === "") return unreadable(line, "it names no program");
  return { kind: "command", words };
}

function unreadable(line: string, because: string): CommandReading {
  return {
    kind: "unreadable",
    message: `The verifier ${JSON.stringify(line)} cannot be run: no shell reads it, and ${because}. Put what a shell must do into a script of its own.`,
  };
}
