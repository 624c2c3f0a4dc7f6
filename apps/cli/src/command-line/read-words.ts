import type { Mode } from "@perspt/kernel";

/** A parsed command line by name. Presence, choices and repetition were checked before. */
export interface ReadWords {
  flag(name: string): boolean;
  /** Null when it was not given. */
  text(name: string): string | null;
  /** Throws a `TypeError` when the parser let it be missing. */
  required(name: string): string;
  /** The words of a place that takes several, or every value of an option that may be repeated. */
  list(name: string): readonly string[];
  mode(name: string): Mode | null;
  /** Each mode once. */
  modes(name: string): readonly Mode[];
}

export function readWords(members: ReadonlyMap<string, unknown>): ReadWords {
  const text = (name: string): string | null => {
    const value = members.get(name);
    return typeof value === "string" ? unmark(value) : null;
  };
  const list = (name: string): readonly string[] => {
    const value = members.get(name);
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.flatMap((item) => (typeof item === "string" ? [unmark(item)] : []));
  };
  return {
    flag: (name) => members.get(name) === true,
    text,
    required(name) {
      const value = text(name);
      if (value === null) throw new TypeError(`the parser let ${name} be missing`);
      return value;
    },
    list,
    mode(name) {
      const value = text(name);
      return isMode(value) ? value : null;
    },
    modes: (name) => [...new Set(list(name).filter(isMode))],
  };
}

function isMode(value: string | null): value is Mode {
  return value === "agent" || value === "chat";
}

/** Stands before each word that follows `--`, so that no parser takes it for an option. Nobody types a noncharacter. */
const WORD_MARK = "\u{10fffe}";

/** Takes the `--` out of a line and marks every word behind it. */
export function markWords(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  if (end === -1) return argv;
  return [...argv.slice(0, end), ...argv.slice(end + 1).map((word) => `${WORD_MARK}${word}`)];
}

function unmark(word: string): string {
  return word.startsWith(WORD_MARK) ? word.slice(WORD_MARK.length) : word;
}
