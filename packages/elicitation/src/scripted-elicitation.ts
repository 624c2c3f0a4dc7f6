import type {
  ElicitationAnswer,
  ElicitationRequest,
  McpElicitationProvider,
} from "./elicitation-provider.js";

/** A provider that answers from a list. */
export interface ScriptedElicitation extends McpElicitationProvider {
  /** Every request so far, in the order asked. */
  readonly asked: readonly ElicitationRequest[];
}

/** Answers from a list, in order, for tests. When the list has ended, every request is cancelled. */
export function scriptedElicitation(answers: readonly ElicitationAnswer[]): ScriptedElicitation {
  const asked: ElicitationRequest[] = [];
  return {
    asked,
    async elicit(request, signal) {
      asked.push(request);
      const answer = answers[asked.length - 1];
      return signal.aborted || answer === undefined ? { action: "cancel" } : answer;
    },
  };
}
