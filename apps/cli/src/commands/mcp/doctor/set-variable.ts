import type { ServerFacts } from "./server-facts.js";

/** Reads a value from the keyboard into a variable, so that it stands in no history. */
export function setVariable(name: string, shell: ServerFacts["shell"]): string {
  return shell === "powershell"
    ? `$env:${name} = Read-Host "${name}"`
    : `read -rs ${name} && export ${name}`;
}
