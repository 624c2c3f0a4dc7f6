import { isJsonObject, type JsonObject, type JsonValue, lintSchema } from "@perspt/json";
import { escapeInvisible, quote } from "@perspt/kernel";
import type { ListedTool } from "./admission.js";
import { toolDigest } from "./digests.js";
import { nothingToConfigure } from "./hints.js";
import type { ReadableDefinition, Rejection } from "./rejection.js";

/** Rule 6. Both schemas pass our linear lint before anything compiles them, and the whole has a digest (T34 to T36). */
export function readDefinition({ definition }: ListedTool): ReadableDefinition | Rejection {
  const inputSchema = own(definition, "inputSchema");
  const input = lintSchema(inputSchema, { purpose: "input" });
  if (input.kind === "rejected") return reject("input schema", input.problems[0]);
  if (Object.hasOwn(definition, "outputSchema")) {
    const output = lintSchema(own(definition, "outputSchema"), { purpose: "output" });
    if (output.kind === "rejected") return reject("output schema", output.problems[0]);
  }
  const digest = toolDigest(definition);
  if (digest === null || !isJsonObject(inputSchema)) {
    return reject("definition", {
      path: "",
      message: "It holds a value without a canonical form, so no digest can stand for it.",
    });
  }
  return { inputSchema, digest };
}

function own(definition: JsonObject, name: string): JsonValue {
  return (Object.hasOwn(definition, name) ? definition[name] : null) ?? null;
}

function reject(
  which: string,
  problem: { readonly path: string; readonly message: string },
): Rejection {
  const place = problem.path === "" ? "" : ` at ${quote(problem.path)}`;
  return {
    code: "invalid_schema",
    reason: `The tool's ${which} is not accepted${place}. ${escapeInvisible(problem.message)}`,
    hint: nothingToConfigure(
      "No policy admits it: the server has to repair the tool's definition.",
    ),
  };
}
