import type { JsonObject } from "@perspt/json";
import type { Decision } from "@perspt/kernel";

/** A decision in the stable shape of `mcp call` and `mcp explain`. */
export function decisionDocument(decision: Decision): JsonObject {
  const { effect, rule, because, trace, nearestAllow } = decision;
  return {
    effect,
    rule,
    because,
    trace: trace.map(({ check, phase, result, because: reason, inputs }) => ({
      check,
      phase,
      result,
      because: reason,
      inputs: { ...inputs },
    })),
    nearestAllow,
  };
}
