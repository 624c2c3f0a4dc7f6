import type { ExecutionContext, LocalOperation, OperationPolicy } from "@perspt/host";
import type { JsonObject } from "@perspt/json";
import type { CallOutcome } from "@perspt/mcp-client";
import type { AgentCode } from "../agent-code.js";
import { NoteFailure } from "./change-notes.js";
import { textOutcome } from "./text-outcome.js";
import { toolDefinition } from "./tool-definition.js";
import { systemReason, ToolProblem } from "./tool-problem.js";

/** What a tool did, for the model; `failed` where the work itself went wrong, as a program that had to be ended. */
export interface ToolAnswer {
  readonly text: string;
  readonly structured?: JsonObject;
  readonly failed?: true;
}

export interface ToolDescription {
  /** Without the namespace: `read`. */
  readonly name: string;
  /** Written for a model: what it does, and its bounds. */
  readonly description: string;
  readonly properties: JsonObject;
  readonly required: readonly string[];
  readonly policy: OperationPolicy;
  /** Throws a `ToolProblem` for what the model can mend. Honours the context's signal. */
  run(argumentsValue: JsonObject, context: ExecutionContext): Promise<ToolAnswer>;
}

/** A coding tool as an operation of the host. Its `execute` does not reject for anything that a model asked or a disk said. */
export function codingTool(tool: ToolDescription): LocalOperation {
  const { name, description, properties, required, policy } = tool;
  const operation = `local.${name}`;
  return {
    definition: toolDefinition({ operation, description, properties, required }),
    policy,
    async execute(argumentsValue, context) {
      try {
        return outcomeOf(await tool.run(argumentsValue, context));
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

function outcomeOf({ text, structured, failed }: ToolAnswer): CallOutcome {
  return textOutcome(failed === true ? "tool_error" : "completed", text, structured);
}

function failureOf(error: unknown): CallOutcome {
  if (error instanceof ToolProblem) return outcomeOf({ text: error.message, failed: true });
  if (error instanceof NoteFailure) {
    return {
      kind: "failed",
      mayHaveRun: false,
      error: {
        code: "change_not_noted" satisfies AgentCode,
        message: `The change could not be written down before it was made, so it was not made: ${error.message}`,
        hint: "Check the disk that Perspt keeps its state on.",
        serverError: null,
      },
    };
  }
  const reason = systemReason(error);
  if (reason === null) throw error;
  return outcomeOf({ text: `That did not work: ${reason}.`, failed: true });
}
