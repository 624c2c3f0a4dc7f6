/** One step of what the model means to do. */
export interface PlanStep {
  readonly text: string;
  readonly state: "todo" | "doing" | "done";
}

/** The steps in order; empty before the model has made a plan. */
export type Plan = readonly PlanStep[];

export const MAX_STEPS = 20;
export const MAX_STEP_CHARACTERS = 200;

/** The plan as a model reads it back. */
export function planText(plan: Plan): string {
  const marks = { todo: " ", doing: "~", done: "x" };
  return plan.map(({ text, state }, index) => `${index + 1}. [${marks[state]}] ${text}`).join("\n");
}
