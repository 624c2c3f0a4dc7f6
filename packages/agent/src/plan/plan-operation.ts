import type { LocalOperation } from "@perspt/host";
import { isJsonObject, type JsonValue } from "@perspt/json";
import { textOutcome } from "../tools/text-outcome.js";
import { toolDefinition } from "../tools/tool-definition.js";
import { MAX_STEP_CHARACTERS, MAX_STEPS, type Plan, type PlanStep, planText } from "./plan.js";

export const PLAN_OPERATION = "local.plan";

/** The model's plan, whole each time; `observe` is told of it. */
export function planOperation(observe: (plan: Plan) => void): LocalOperation {
  const description = `Sets your plan, which the person sees: at most ${MAX_STEPS} short steps, the whole list each time. Revise it when something turns out otherwise.`;
  return {
    definition: toolDefinition({
      operation: PLAN_OPERATION,
      description,
      properties: {
        steps: {
          type: "array",
          maxItems: MAX_STEPS,
          items: {
            type: "object",
            properties: {
              text: { type: "string", minLength: 1, maxLength: MAX_STEP_CHARACTERS },
              state: { enum: ["todo", "doing", "done"] },
            },
            required: ["text", "state"],
            additionalProperties: false,
          },
        },
      },
      required: ["steps"],
    }),
    policy: {
      effect: "data_write",
      risk: "none",
      footprint: { selectors: [{ kind: "literal", resource: "agent.plan", access: "write" }] },
      bindings: [],
    },
    async execute({ steps = [] }) {
      const plan = readSteps(steps);
      observe(plan);
      return textOutcome("completed", planText(plan));
    },
  };
}

/** The steps of arguments that the schema has accepted. */
export function readSteps(steps: JsonValue): Plan {
  const list: readonly JsonValue[] = Array.isArray(steps) ? steps : [];
  return list.flatMap((step) => readStep(step) ?? []);
}

function readStep(step: JsonValue): PlanStep | null {
  if (!isJsonObject(step)) return null;
  const { text, state } = step;
  if (typeof text !== "string") return null;
  return state === "todo" || state === "doing" || state === "done" ? { text, state } : null;
}
