import type {
  ElicitationAnswer,
  ElicitationRequest,
  McpElicitationProvider,
} from "./elicitation-provider.js";

/** A request that waits for a person, with its place among all that wait; the first has position 1. */
export interface PendingElicitation {
  readonly request: ElicitationRequest;
  readonly position: number;
}

/** Where a person's answer went. */
export type AnswerVerdict =
  | { readonly kind: "taken" }
  /** The request has been answered, withdrawn or was never asked: the answer went nowhere (T64). */
  | { readonly kind: "not_pending" };

/** A provider for programs with a screen: requests wait in a queue until the person answers, or the call that asked ends. */
export interface QueuedElicitation extends McpElicitationProvider {
  /** What waits, oldest first: the first is the one to show. */
  pending(): readonly PendingElicitation[];
  /** Answers the request of this id and no other, so that a late answer cannot meet the next question. */
  answer(id: string, answer: ElicitationAnswer): AnswerVerdict;
  /** `listener` is called after every change of what waits, and must not throw; returns how to stop listening. */
  onChange(listener: () => void): () => void;
}

interface Entry {
  readonly request: ElicitationRequest;
  readonly settle: (answer: ElicitationAnswer) => void;
}

/** Keeps requests until somebody answers them by id, for hosts with a screen. A request whose call ends is withdrawn. */
export function createQueuedElicitation(): QueuedElicitation {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    elicit(request, signal) {
      if (signal.aborted || entries.has(request.id)) return Promise.resolve({ action: "cancel" });
      return new Promise((resolve) => {
        const withdraw = (): void => settle({ action: "cancel" });
        const settle = (answer: ElicitationAnswer): void => {
          entries.delete(request.id);
          signal.removeEventListener("abort", withdraw);
          resolve(answer);
          changed();
        };
        signal.addEventListener("abort", withdraw, { once: true });
        entries.set(request.id, { request, settle });
        changed();
      });
    },
    pending: () =>
      [...entries.values()].map(({ request }, index) => ({ request, position: index + 1 })),
    answer(id, answer) {
      const entry = entries.get(id);
      if (entry === undefined) return { kind: "not_pending" };
      entry.settle(answer);
      return { kind: "taken" };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
