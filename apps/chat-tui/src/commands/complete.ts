import { COMMANDS } from "./command-table.js";

export interface Suggestion {
  /** What stands in the line's place when it is taken. */
  readonly text: string;
  readonly about: string;
}

/** What a line that begins with a slash could become; empty for a message. Pure. */
export function suggestions(typed: string, models: readonly string[]): readonly Suggestion[] {
  if (!typed.startsWith("/") || typed.includes("\n")) return [];
  const model = /^\/model\s+(.*)$/.exec(typed)?.[1];
  if (model !== undefined) {
    return models
      .filter((name) => name.startsWith(model) && name !== model)
      .map((name) => ({ text: `/model ${name}`, about: "" }));
  }
  return COMMANDS.filter(({ name }) => name.startsWith(typed.toLowerCase()) && name !== typed).map(
    ({ name, words, about }) => ({ text: words === "" ? name : `${name} `, about }),
  );
}
