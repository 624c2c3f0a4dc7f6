import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { notesIn, TITLE_PATTERN } from "./notes.js";

// The demo's MCP server, a program of its own: `demo-server.js DIRECTORY` keeps notes in that directory.

const [directory] = process.argv.slice(2);
if (directory === undefined) {
  process.stderr.write("usage: demo-server.js DIRECTORY\n");
  process.exit(2);
}
const notes = notesIn(directory);
const title = { type: "string", pattern: TITLE_PATTERN, description: "The note's title" } as const;
const text = { type: "string", maxLength: 10_000, description: "A line of text" } as const;

serveStdio(createServer, { legacy: "reject" });

function createServer(): McpServer {
  const server = new McpServer({ name: "perspt-demo-notes", version: "1.0.0" });

  server.registerTool(
    "search",
    {
      description: "Finds the notes that hold a text",
      inputSchema: fromJsonSchema<{ query: string }>({
        type: "object",
        properties: { query: { type: "string" } },
        required: ["query"],
      }),
    },
    ({ query }) => {
      const found = notes.titles().filter((name) => (notes.read(name) ?? "").includes(query));
      return answer(found.length === 0 ? "No note holds that." : found.join("\n"));
    },
  );

  server.registerTool(
    "add_note",
    {
      description: "Adds a line to a note, and answers after a while if asked to",
      inputSchema: fromJsonSchema<{ title: string; text: string; answer_after_ms?: number }>({
        type: "object",
        properties: {
          title,
          text,
          answer_after_ms: { type: "integer", minimum: 0, maximum: 60_000 },
        },
        required: ["title", "text"],
      }),
    },
    async (note) => {
      notes.append(note.title, note.text);
      await pause(note.answer_after_ms ?? 0);
      return answer(`Added to ${note.title}.`);
    },
  );

  server.registerTool(
    "add_note_and_crash",
    {
      description: "Adds a line to a note and ends without an answer, as a broken server does",
      inputSchema: fromJsonSchema<{ title: string; text: string }>({
        type: "object",
        properties: { title, text },
        required: ["title", "text"],
      }),
    },
    (note) => {
      notes.append(note.title, note.text);
      process.exit(1);
    },
  );

  server.registerTool(
    "read_note",
    {
      description: "Reads a note; a title that does not exist is an error",
      inputSchema: fromJsonSchema<{ title: string }>({
        type: "object",
        properties: { title },
        required: ["title"],
      }),
    },
    (note) => {
      const found = notes.read(note.title);
      return found === null
        ? { ...answer(`There is no note ${note.title}.`), isError: true }
        : answer(found);
    },
  );

  server.registerTool(
    "publish",
    {
      description: "Pretends to publish every note. The demo's policy does not name it",
      inputSchema: fromJsonSchema<Record<string, never>>({ type: "object", properties: {} }),
    },
    () => answer("Nothing is published by a demo."),
  );

  server.registerResource(
    "titles",
    "notes:///titles",
    { description: "The titles of all notes", mimeType: "text/plain" },
    (uri) => ({
      contents: [{ uri: uri.href, mimeType: "text/plain", text: notes.titles().join("\n") }],
    }),
  );

  server.registerPrompt(
    "summarise",
    { description: "Asks a model for a summary of all notes" },
    () => ({
      messages: [
        { role: "user", content: { type: "text", text: "Summarise these notes in one sentence." } },
      ],
    }),
  );

  return server;
}

/** Does not keep the program alive: it ends with its input, whatever it waits for. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

function answer(words: string) {
  return { content: [{ type: "text" as const, text: words }] };
}
