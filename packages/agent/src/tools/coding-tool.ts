import type { ExecutionContext, LocalOperation, OperationPolicy } from "@perspt/host";
import { digest, type JsonObject } from "@perspt/json";
import type { CallOutcome } from "@perspt/mcp-client";

export interface CodingToolSpec {
  /** Without the `local.` before it. */
  readonly name: string;
  /** For the model. */
  readonly description: string;
  readonly properties: JsonObject;
  readonly required: readonly string[];
  readonly policy: OperationPolicy;
  readonly execute: (argumentsValue: JsonObject, context: ExecutionContext) => Promise<CallOutcome>;
}

/** A coding tool as an operation of the host: strict about its arguments, and known by the digest of what it says of itself. */
export function codingTool(spec: CodingToolSpec): LocalOperation {
  const { name, description, properties, required, policy, execute } = spec;
  const operation = `local.${name}`;
  const inputSchema: JsonObject = {
    type: "object",
    properties,
    required: [...required],
    additionalProperties: false,
  };
  return {
    definition: {
      operation,
      description,
      inputSchema,
      digest: digest({ name: operation, description, inputSchema }),
    },
    policy,
    async execute(argumentsValue, context) {
      try {
        return await execute(argumentsValue, context);
      } catch (error) {
        if (error instanceof ToolProblem) return failedTool(error.message);
        const code = systemCode(error);
        if (code === null) throw error;
        return failedTool(`The system refused: ${code}.`);
      }
    },
  };
}

/** What a model can mend; its message says how. */
export class ToolProblem extends Error {}

export function completedTool(text: string, structuredContent?: JsonObject): CallOutcome {
  const content = [{ type: "text", text }];
  return {
    kind: "completed",
    mayHaveRun: true,
    result: structuredContent === undefined ? { content } : { content, structuredContent },
  };
}

export function failedTool(text: string): CallOutcome {
  return {
    kind: "tool_error",
    mayHaveRun: true,
    result: { content: [{ type: "text", text }], isError: true },
  };
}

/** `ENOSPC` and the like; null for an error that is not the system's. */
function systemCode(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && /^E[A-Z0-9]+$/.test(code) ? code : null;
}

/** A text argument that the schema requires. */
export function textOf(argumentsValue: JsonObject, name: string): string {
  const value = argumentsValue[name];
  if (typeof value !== "string") throw new ToolProblem(`${name} must be a text.`);
  return value;
}

/** A number argument, or what it is when it is left out. */
export function numberOf(argumentsValue: JsonObject, name: string, otherwise: number): number {
  const value = argumentsValue[name];
  return typeof value === "number" ? value : otherwise;
}
