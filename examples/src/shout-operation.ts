// A tool that runs in your own process, for own-model: decided, written down and replayed like a server's.
import type { LocalOperation } from "@perspt/host";
import { digest } from "@perspt/json";

const operation = "local.shout";
const description = "Says a text in capitals.";
const inputSchema = {
  type: "object",
  properties: { text: { type: "string" } },
  required: ["text"],
  additionalProperties: false,
};

export const shout: LocalOperation = {
  definition: {
    operation,
    description,
    inputSchema,
    digest: digest({ operation, description, inputSchema }),
  },
  policy: { effect: "data_read", risk: "low", footprint: { selectors: [] }, bindings: [] },
  async execute({ text }) {
    const content = [{ type: "text", text: String(text).toUpperCase() }];
    return { kind: "completed", mayHaveRun: true, result: { content } };
  },
};
