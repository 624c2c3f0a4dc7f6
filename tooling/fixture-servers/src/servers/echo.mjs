/** Answers with what it was asked: the smallest well-behaved server. */
import { serveTools, text } from "../wire/serve.mjs";

serveTools({
  echo: {
    description: "Returns its message",
    inputSchema: {
      type: "object",
      properties: { message: { type: "string" } },
      required: ["message"],
    },
    call: ({ message }) => text(message),
  },
});
