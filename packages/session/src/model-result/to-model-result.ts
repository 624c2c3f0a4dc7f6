import type { CallOutcome } from "@perspt/mcp-client";
import { MAX_RESULT_TEXT_BYTES, ModelBudget } from "./model-budget.js";
import type { ModelPart, ModelResult } from "./model-result.js";
import { readParts } from "./read-content.js";

export interface EndedCall {
  readonly operation: string;
  readonly outcome: CallOutcome;
}

export interface ModelResultOptions {
  /** Most bytes of text; `MAX_RESULT_TEXT_BYTES` by default. */
  readonly maxTextBytes?: number;
}

/** A call's end as the model may have it: cleaned, bounded, and honest about what was left out. Fetches nothing. */
export function toModelResult(
  { operation, outcome }: EndedCall,
  { maxTextBytes = MAX_RESULT_TEXT_BYTES }: ModelResultOptions = {},
): ModelResult {
  const budget = new ModelBudget(maxTextBytes);
  const parts = partsOf(outcome, budget);
  const { removedCharacters, omittedBytes } = budget;
  return {
    operation,
    outcome: outcome.kind,
    note: NOTES[outcome.kind],
    code: "error" in outcome ? outcome.error.code : null,
    parts,
    removedCharacters,
    omittedBytes,
  };
}

const NOTES: Readonly<Record<CallOutcome["kind"], string | null>> = {
  completed: null,
  tool_error: "The tool ran and says that it failed.",
  refused: "Nothing was sent: the call is not allowed as it stands.",
  failed: "The call did not complete.",
  uncertain:
    "The call was sent, and whether it took effect is not known. Do not repeat it; tell the person.",
};

function partsOf(outcome: CallOutcome, budget: ModelBudget): readonly ModelPart[] {
  switch (outcome.kind) {
    case "completed":
    case "tool_error":
      return readParts(outcome.result, budget);
    case "refused":
    case "failed":
    case "uncertain": {
      const { message, hint, serverError } = outcome.error;
      return [message, serverError?.message, hint].flatMap((text) =>
        typeof text === "string" ? [{ type: "text", text: budget.text(text) } as const] : [],
      );
    }
  }
}
