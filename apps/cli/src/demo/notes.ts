import { appendFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Titles that are file names on every system, and nothing else. */
export const TITLE_PATTERN = "^[a-z0-9-]{1,40}$";

/** The demo server's notes: one text file each, in one directory. */
export interface Notes {
  titles(): readonly string[];
  /** Null when there is no such note. */
  read(title: string): string | null;
  /** Adds a line to a note, which is made if need be. */
  append(title: string, text: string): void;
}

export function notesIn(directory: string): Notes {
  mkdirSync(directory, { recursive: true });
  const fileOf = (title: string) => join(directory, `${title}.txt`);
  const titles = () =>
    readdirSync(directory)
      .filter((name) => name.endsWith(".txt"))
      .map((name) => name.slice(0, -".txt".length))
      .sort();
  return {
    titles,
    read: (title) => (titles().includes(title) ? readFileSync(fileOf(title), "utf8") : null),
    append: (title, text) => appendFileSync(fileOf(title), `${text}\n`),
  };
}
