import { isJsonObject, type JsonObject } from "@perspt/json";
import type { ResolvedClientOptions } from "./client-options.js";

const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

/** What every request of this connection declares: exactly what the options allow (V3, A1, B3, F1). */
export function clientCapabilities(
  options: Pick<ResolvedClientOptions, "elicitation" | "sampling" | "roots" | "tasks">,
): JsonObject {
  return {
    ...(options.elicitation === undefined
      ? {}
      : // The server validates answers, as the mission says (F4).
        { elicitation: { form: { schemaValidation: false }, url: {} } }),
    // Tools, but not the context of other servers (A1).
    ...(options.sampling === undefined ? {} : { sampling: { tools: {} } }),
    ...(options.roots.length === 0 ? {} : { roots: {} }),
    ...(options.tasks ? { extensions: { [TASKS_EXTENSION]: {} } } : {}),
  };
}

/** Whether a server's capabilities name the tasks extension by its full id; one without its prefix means nothing (V15). */
export function offersTasks({ extensions }: JsonObject): boolean {
  return (
    isJsonObject(extensions) &&
    Object.hasOwn(extensions, TASKS_EXTENSION) &&
    isJsonObject(extensions[TASKS_EXTENSION])
  );
}
