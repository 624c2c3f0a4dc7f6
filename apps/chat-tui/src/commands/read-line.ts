import { nearestWord } from "@perspt/text";
import { COMMANDS } from "./command-table.js";
import { readFormContent } from "./read-form-content.js";
import type { LineReading, SlashCommand } from "./slash-command.js";

/** A slash, one word of letters, and its end: `/etc/hosts` is no command. */
const COMMAND = /^\/([A-Za-z][A-Za-z-]*)(?:\s+([\s\S]*))?$/;

/**
 * Reads what was sent: a message for the model, or a command. A line that begins like a command and is none goes nowhere; a space before
 * it makes it a message. Pure and total.
 */
export function readLine(text: string): LineReading {
  const match = COMMAND.exec(text);
  if (match === null) return { kind: "message", text };
  const [, name = "", rest = ""] = match;
  const words = rest.trim();
  switch (name.toLowerCase()) {
    case "help":
      return alone({ kind: "help" }, name, words);
    case "mcp":
      return readMcp(words);
    case "model":
      return command(words === "" ? { kind: "models" } : { kind: "model", name: words });
    case "copy":
      return readCopy(words);
    case "export":
      return words === ""
        ? misused("Name a file to write to: /export chat.md")
        : command({ kind: "export", file: words });
    case "clear":
      return alone({ kind: "clear" }, name, words);
    case "reasoning":
      return alone({ kind: "reasoning" }, name, words);
    case "mouse":
      return alone({ kind: "mouse" }, name, words);
    case "quit":
    case "exit":
      return alone({ kind: "quit" }, name, words);
    default:
      return misused(unknown(`/${name}`));
  }
}

function readMcp(words: string): LineReading {
  if (words === "") return command({ kind: "mcp" });
  const [, verb = "", rest = ""] = /^(\S+)\s*([\s\S]*)$/.exec(words) ?? [];
  switch (verb.toLowerCase()) {
    case "accept": {
      if (rest === "") return command({ kind: "accept", content: null });
      const reading = readFormContent(rest);
      return reading.kind === "content"
        ? command({ kind: "accept", content: reading.content })
        : misused(reading.message);
    }
    case "decline":
      return alone({ kind: "decline" }, "mcp decline", rest);
    case "cancel":
      return alone({ kind: "cancel" }, "mcp cancel", rest);
    default:
      return misused(unknown(`/mcp ${verb}`));
  }
}

function readCopy(words: string): LineReading {
  const back = words === "" ? 1 : Number(words);
  return Number.isSafeInteger(back) && back >= 1
    ? command({ kind: "copy", back })
    : misused(`/copy takes a number from 1, such as /copy 2 for the answer before the last.`);
}

function alone(read: SlashCommand, name: string, words: string): LineReading {
  return words === "" ? command(read) : misused(`/${name} takes nothing after it.`);
}

function unknown(typed: string): string {
  const names = COMMANDS.map(({ name }) => name);
  const near = nearestWord(typed.toLowerCase(), names);
  const suggestion = near === null ? "/help lists the commands." : `Did you mean ${near}?`;
  return `There is no ${typed}. ${suggestion} With a space before it, it is sent as a message.`;
}

function command(read: SlashCommand): LineReading {
  return { kind: "command", command: read };
}

function misused(message: string): LineReading {
  return { kind: "misused", message };
}
