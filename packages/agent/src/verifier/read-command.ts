export type CommandReading =
  | { readonly kind: "command"; readonly words: readonly string[] }
  | { readonly kind: "unreadable"; readonly message: string };

/**
 * A command line of the configuration as the words that a program is started with: split and unquoted as a POSIX shell would. What only a
 * shell could do (pipes, redirections, variables, a home directory) is refused, because none runs; patterns stay the words that they are.
 */
export function readCommand(line: string): CommandReading {
  if (/^[ \t]*[A-Za-z_]\w*=/.test(line)) return unreadable(line, "it sets a variable");
  const words: string[] = [];
  let word: string | null = null;
  const text = line.replace(/\n+$/, "");
  for (let at = 0; at < text.length; ) {
    if (text.startsWith(CONTINUATION, at)) {
      at += CONTINUATION.length;
      continue;
    }
    if (text[at] === " " || text[at] === "\t") {
      if (word !== null) words.push(word);
      word = null;
      at += 1;
      continue;
    }
    const piece = pieceAt(text, at, word === null);
    if ("because" in piece) return unreadable(line, piece.because);
    word = (word ?? "") + piece.text;
    at = piece.end;
  }
  if (word !== null) words.push(word);
  if (words.length === 0 || words[0] === "") return unreadable(line, "it names no program");
  return { kind: "command", words };
}

/** A line break that a shell does not see. */
const CONTINUATION = "\\\n";

type Piece =
  | { readonly text: string; readonly end: number }
  /** What a shell would do here. */
  | { readonly because: string };

/** A part of a word, quoted in one way. */
const PIECES: readonly (readonly [pattern: RegExp, text: (inner: string) => string])[] = [
  [/'([^']*)'/y, (inner) => inner],
  [
    /"((?:[^"\\$`]|\\.)*)"/sy,
    (inner) => inner.replaceAll(/\\([\n$`"\\])/g, (_, each: string) => (each === "\n" ? "" : each)),
  ],
  [/\\(.)/sy, (inner) => inner],
  [/([^\s'"\\$`|&;<>()]+|[^\S \t\n])/y, (inner) => inner],
];

function pieceAt(text: string, at: number, isFirst: boolean): Piece {
  if (isFirst && text[at] === "#") return { because: "it holds a comment" };
  if (isFirst && text[at] === "~") return { because: "~ is not filled in" };
  for (const [pattern, read] of PIECES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) return { text: read(match[1] ?? ""), end: pattern.lastIndex };
  }
  return { because: reasonFor(text, at) };
}

function reasonFor(text: string, at: number): string {
  const character = text[at] ?? "";
  if (character === "\n") return "it holds several lines";
  if (/[$`]/.test(character)) return "variables and substitutions are not filled in";
  if (character === "\\") return "it ends within a line";
  if (character === "'") return "a quote is not closed";
  if (character === '"') {
    return /(?<!\\)[$`]/.test(text.slice(at))
      ? "variables and substitutions are not filled in"
      : "a quote is not closed";
  }
  return "operators such as && and | are not understood";
}

function unreadable(line: string, because: string): CommandReading {
  return {
    kind: "unreadable",
    message: `The verifier ${JSON.stringify(line)} cannot be run: no shell reads it, and ${because}. Put what a shell must do into a script of its own.`,
  };
}
