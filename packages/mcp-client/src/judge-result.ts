import {
  type JsonObject,
  lintSchema,
  type SchemaValidator,
  serializedBytes,
  serializesWithin,
} from "@perspt/json";
import type { CallErrorCode } from "./call-error-code.js";
import type { CallOutcome } from "./call-outcome.js";
import { uncertain } from "./classify-failure.js";
import type { McpRequest } from "./mcp-client.js";
import { resultShapeProblem } from "./result-shape.js";

export interface ResultJudge {
  readonly maxResultBytes: number;
  readonly validator: SchemaValidator;
}

/**
 * Turns a complete result into the call's outcome. The call has run by now, so whatever is wrong with its result makes it uncertain
 * (governance.md, Outcomes; T38).
 */
export async function judgeResult(
  request: McpRequest,
  result: JsonObject,
  judge: ResultJudge,
): Promise<CallOutcome> {
  if (!serializesWithin(result, judge.maxResultBytes)) {
    return unusable(
      "result_too_large",
      `The result has ${serializedBytes(result)} bytes; at most ${judge.maxResultBytes} are accepted.`,
      "Raise max_result_bytes in this server's table, or ask for less.",
    );
  }
  const malformed = resultShapeProblem(request.kind, result);
  if (malformed !== null) {
    return unusable("invalid_result", `The result is not what this request has: ${malformed}.`);
  }
  if (request.kind !== "tool") return { kind: "completed", mayHaveRun: true, result };
  if (result["isError"] === true) return { kind: "tool_error", mayHaveRun: true, result };
  if (request.tool.outputSchema !== null) {
    const mismatch = await outputMismatch(request.tool.outputSchema, result, judge.validator);
    if (mismatch !== null) return unusable("output_schema_mismatch", mismatch);
  }
  return { kind: "completed", mayHaveRun: true, result };
}

/** Whether a call of this kind could complete with the result, as far as its size and shape go. */
export function isUsableResult(
  kind: McpRequest["kind"],
  result: JsonObject,
  maxResultBytes: number,
): boolean {
  return serializesWithin(result, maxResultBytes) && resultShapeProblem(kind, result) === null;
}

async function outputMismatch(
  schema: JsonObject,
  result: JsonObject,
  validator: SchemaValidator,
): Promise<string | null> {
  if (lintSchema(schema, { purpose: "output" }).kind === "rejected") {
    return "The tool's output schema breaks a bound, so its result cannot be checked.";
  }
  // Any JSON value counts, null included; only absence is missing (T7, T8).
  if (!Object.hasOwn(result, "structuredContent")) {
    return "The tool declares an output schema, and its result has no structuredContent.";
  }
  const value = result["structuredContent"] ?? null;
  const validation = await validator.validate({ schema, value });
  switch (validation.kind) {
    case "valid":
      return null;
    case "invalid": {
      const [{ path, message }] = validation.violations;
      return `structuredContent does not fit the tool's output schema: ${path === "" ? "it" : path} ${message}.`;
    }
    case "invalid_schema":
      return `The tool's output schema cannot be compiled: ${validation.reason}.`;
  }
}

function unusable(code: CallErrorCode, message: string, hint: string | null = null): CallOutcome {
  return uncertain({
    code,
    message,
    hint: hint ?? "The call has run; its result is not passed on.",
    serverError: null,
  });
}
