import type { ServerFacts } from "./server-facts.js";

/** A word that a POSIX shell reads back as it is. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Reads a value from the keyboard into a variable, so that it stands in no history. */
export function setVariable(name: string, shell: ServerFacts["shell"]): string {
  return shell === "powershell"
    ? `$env:${name} = Read-Host "${name}"`
    : `read -rs ${name} && export ${name}`;
}
