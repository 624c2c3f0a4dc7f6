/**
 * A well-behaved server with one tool for each thing that tests look at: its environment, its arguments, an effect that leaves
 * a trace, slowness, progress, size. `--effects FILE` is where `count` appends.
 */
import { appendFileSync } from "node:fs";
import { optionValue, serveTools, text } from "../wire/serve.mjs";

const effects = optionValue("--effects");

serveTools({
  echo: {
    inputSchema: { type: "object", properties: { message: { type: "string" } } },
    call: ({ message }) => text(message),
  },
  environment: {
    description: "The server's environment, as JSON",
    call: () => text(JSON.stringify(process.env)),
  },
  arguments: {
    description: "The server's own argv after the script, as JSON",
    call: () => text(JSON.stringify(process.argv.slice(2))),
  },
  working_directory: { call: () => text(process.cwd()) },
  count: {
    description: "Appends one line to the effects file, then answers",
    inputSchema: { type: "object", properties: { note: { type: "string" } } },
    call: ({ note = "" }) => {
      appendFileSync(effects, `${note}\n`);
      return text("counted");
    },
  },
  slow: {
    description:
      "Says in the effects file, where there is one, that it began; answers after a while",
    inputSchema: { type: "object", properties: { milliseconds: { type: "integer" } } },
    call: ({ milliseconds }) => {
      if (effects !== undefined) appendFileSync(effects, "slow began\n");
      return new Promise((resolve) => setTimeout(() => resolve(text("at last")), milliseconds));
    },
  },
  progress: {
    description: "Reports progress the given number of times, then answers",
    inputSchema: { type: "object", properties: { steps: { type: "integer" } } },
    call: ({ steps }, exchange, params) => {
      const progressToken = params._meta.progressToken;
      for (let progress = 1; progress <= steps; progress += 1) {
        exchange.notify("notifications/progress", { progressToken, progress, total: steps });
      }
      return text("done");
    },
  },
  large: {
    description: "Answers with a text of the given length",
    inputSchema: { type: "object", properties: { bytes: { type: "integer" } } },
    call: ({ bytes }) => text("x".repeat(bytes)),
  },
  fail: { call: () => ({ ...text("it did not work"), isError: true }) },
});
