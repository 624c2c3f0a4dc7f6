import { isJsonObject, type JsonObject, lintSchema } from "@perspt/json";
import { escapeInvisible, quote } from "@perspt/kernel";
import type { ListedTool } from "./admission.js";
import { nothingToConfigure } from "./hints.js";
import type { Rejection } from "./rejection.js";

export type SchemaVerdict =
  | { readonly kind: "ok"; readonly inputSchema: JsonObject }
  | { readonly kind: "rejected"; readonly rejection: Rejection };

/** Rule 6. Both schemas pass our linear lint before anything compiles them (T34 to T36). */
export function checkSchemas({ definition }: ListedTool): SchemaVerdict {
  const inputSchema = Object.hasOwn(definition, "inputSchema") ? definition["inputSchema"] : null;
  const input = lintSchema(inputSchema ?? null, { purpose: "input" });
  if (input.kind === "rejected") return rejected("input schema", input.problems[0]);
  if (Object.hasOwn(definition, "outputSchema")) {
    const output = lintSchema(definition["outputSchema"] ?? null, { purpose: "output" });
    if (output.kind === "rejected") return rejected("output schema", output.problems[0]);
  }
  // The lint takes nothing but objects; the guard tells the compiler.
  return isJsonObject(inputSchema)
    ? { kind: "ok", inputSchema }
    : rejected("input schema", { path: "", message: "Expected an object." });
}

function rejected(
  which: string,
  problem: { readonly path: string; readonly message: string },
): SchemaVerdict {
  const place = problem.path === "" ? "" : ` at ${quote(problem.path)}`;
  return {
    kind: "rejected",
    rejection: {
      code: "invalid_schema",
      reason: `The tool's ${which} is not accepted${place}. ${escapeInvisible(problem.message)}`,
      hint: nothingToConfigure("No policy admits it: the server has to repair the tool's schema."),
    },
  };
}
