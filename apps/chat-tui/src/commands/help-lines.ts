import { padToWidth } from "@perspt/text";
import type { BoundKeys } from "../input/bound-keys.js";
import type { SheetLine } from "../state/chat-state.js";
import { COMMANDS } from "./command-table.js";

/** The help, from the tables that the commands and keys are made of. */
export function helpLines(keys: BoundKeys): readonly SheetLine[] {
  const commands = COMMANDS.map(({ name, words, about }) => [`${name} ${words}`.trim(), about]);
  return [
    heading("Commands"),
    ...pairs(commands),
    plain(""),
    heading("Keys"),
    ...pairs(keyRows(keys)),
    plain(""),
    plain(
      "A server may ask you something while its tool runs. The question stands above the line you write in; write on, or answer it with /mcp accept, /mcp decline or /mcp cancel.",
    ),
  ];
}

/** Keys that do the same are one line. */
function keyRows({ bindings }: BoundKeys): readonly (readonly string[])[] {
  const byHelp = new Map<string, readonly string[]>();
  for (const { keys, help } of bindings) {
    byHelp.set(help, [...(byHelp.get(help) ?? []), ...keys]);
  }
  return [...byHelp].map(([help, keys]) => [keys.join(", "), help]);
}

function pairs(rows: readonly (readonly string[])[]): readonly SheetLine[] {
  const widest = Math.max(...rows.map(([left = ""]) => left.length));
  return rows.map(([left = "", right = ""]) => plain(`${padToWidth(left, widest)}  ${right}`));
}

function heading(text: string): SheetLine {
  return { text, tone: "heading", indent: 0 };
}

function plain(text: string): SheetLine {
  return { text, tone: "plain", indent: 0 };
}
