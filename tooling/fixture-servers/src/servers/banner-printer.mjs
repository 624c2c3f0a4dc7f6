/** Prints a banner and an empty line before its first frame and between later ones (report 1). */
import { serveTools, text } from "../wire/serve.mjs";

process.stdout.write("Azure MCP v1.2 \u001b[2J\n\n");
serveTools({
  echo: {
    call: ({ message }) => {
      process.stdout.write("handling a call\r\n\n");
      return text(message);
    },
  },
});
