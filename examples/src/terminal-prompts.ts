// A McpElicitationProvider for a terminal: a question a line, an answer a line; part of the example answer-questions.
import {
  elicitationWarnings,
  type FormField,
  type FormValue,
  type McpElicitationProvider,
  readFormAnswer,
  readFormFields,
} from "@perspt/elicitation";
import { sanitizeForTerminal } from "@perspt/text";
import type { LineReader } from "./line-reader.js";

/** All that a server says passes here: its words move no cursor, clear no screen and begin no line. */
const say = (text: string, end = "\n") => process.stdout.write(sanitizeForTerminal(text) + end);

export function terminalPrompts(lines: LineReader): McpElicitationProvider {
  function ask(question: string, signal: AbortSignal): Promise<string> {
    say(question, " ");
    return lines.read(signal);
  }

  /** Null where the field is left out. */
  async function askField(field: FormField, signal: AbortSignal): Promise<FormValue | null> {
    const { type, proposed, isRequired } = field;
    const choices = "choices" in type ? type.choices.map(({ title }) => ` | ${title}`) : [];
    const proposal = proposed === null ? "" : ` [${String(proposed)}]`;
    for (;;) {
      const line = await ask(
        `  ${field.title ?? field.name}${choices.join("")}${proposal}:`,
        signal,
      );
      if (line === "" && (proposed !== null || !isRequired)) return proposed;
      const answer = readFormAnswer(field, line);
      if (answer.kind === "value") return answer.value;
      say(`  Expected ${answer.expected}.`);
    }
  }

  return {
    /** Whatever this throws, such as the end of input, is a `cancel` to the server. */
    async elicit(request, signal) {
      say(`${request.serverId} asks, for ${request.operation}: ${request.message}`);
      for (const { message } of elicitationWarnings(request)) say(`  Careful: ${message}`);
      if (request.kind === "url") return { action: "decline" };

      const content: Record<string, FormValue> = {};
      for (const field of readFormFields(request)) {
        const value = await askField(field, signal);
        if (value !== null) content[field.name] = value;
      }
      const isSure = (await ask("  Send these answers? (yes/no)", signal)) === "yes";
      return isSure ? { action: "accept", content } : { action: "decline" };
    },
  };
}
