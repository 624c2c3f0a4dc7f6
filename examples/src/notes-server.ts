// A small server on the official SDK, for the other examples: it keeps notes in memory, and asks before it removes one.
import {
  acceptedContent,
  fromJsonSchema,
  inputRequired,
  McpServer,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const notes = new Map([["welcome", "Hello."]]);

const inputSchema = fromJsonSchema<{ title: string }>({
  type: "object",
  properties: { title: { type: "string", minLength: 1 } },
  required: ["title"],
});

const confirmation = {
  type: "object" as const,
  properties: {
    sure: { type: "boolean" as const, title: "Remove it for ever?" },
    keep_days: { type: "integer" as const, title: "Days to keep a copy", default: 7 },
  },
  required: ["sure"],
};

const say = (text: string, isError = false) => ({
  content: [{ type: "text" as const, text }],
  isError,
});

function createServer(): McpServer {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  server.registerTool("read_note", { description: "Reads a note", inputSchema }, ({ title }) => {
    const text = notes.get(title);
    return text === undefined ? say(`There is no note ${title}.`, true) : say(text);
  });
  server.registerTool("add_note", { description: "Adds a note", inputSchema }, ({ title }) => {
    notes.set(title, "");
    return say(`Added ${title}.`);
  });
  const removal = { description: "Removes a note, if you are sure", inputSchema };
  server.registerTool("remove_note", removal, ({ title }, { mcpReq: { inputResponses } }) => {
    if (inputResponses === undefined) {
      const message = `Remove the note ${title}?`;
      const question = inputRequired.elicit({ message, requestedSchema: confirmation });
      return inputRequired({ inputRequests: { confirmation: question } });
    }
    const answer = acceptedContent(inputResponses, "confirmation");
    if (answer?.["sure"] !== true) return say("Nothing was removed.");
    notes.delete(title);
    return say(`Removed ${title}; a copy is kept for ${Number(answer["keep_days"])} days.`);
  });
  return server;
}

serveStdio(createServer, { legacy: "reject" });
