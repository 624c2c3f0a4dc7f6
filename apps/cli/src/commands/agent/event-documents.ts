import type { AgentEvent } from "@perspt/agent";
import type { JsonObject } from "@perspt/json";
import { verificationStatus } from "./verification-blocks.js";

/** One event of a run as a line of `--json`: `event` says what it is. Null for what is told by others. */
export function eventDocument(event: AgentEvent): JsonObject | null {
  switch (event.type) {
    case "started": {
      const { type, verify, ...rest } = event;
      return { event: type, ...rest, verify: verify.map((words) => [...words]) };
    }
    case "copying":
      return { event: "copying", folder: event.folder, files: event.files };
    case "servers":
      return {
        event: "servers",
        servers: event.reports.map(({ id, state, admitted, rejected, error }) => ({
          id,
          state,
          admitted: admitted.map(({ operation }) => operation),
          rejected: rejected.length,
          error: error === null ? null : { ...error },
        })),
      };
    case "doubt": {
      const { type, ...rest } = event;
      return { event: type, ...rest };
    }
    case "loop":
      return loopDocument(event.event);
    case "plan":
      return { event: "plan", steps: event.plan.map((step) => ({ ...step })) };
    case "verified":
      return { event: "verified", ...verificationStatus(event.verification) };
    case "repair":
      return { event: "repair", round: event.round, rounds: event.rounds };
    case "change":
      return {
        event: "change",
        files: event.diff.files.map((file) => ({ ...file })),
        diff: event.diff.text,
      };
    case "ended":
      return null;
  }
}

type LoopEventOf = Extract<AgentEvent, { readonly type: "loop" }>["event"];

function loopDocument(event: LoopEventOf): JsonObject | null {
  switch (event.type) {
    case "model":
      return event.event.type === "text" || event.event.type === "reasoning"
        ? { event: event.event.type, delta: event.event.delta }
        : null;
    case "activity_started":
      return { event: "call_started", id: event.id, operation: event.operation };
    case "activity_ended": {
      const { id, operation, outcome, durationMs } = event;
      return { event: "call_ended", id, operation, outcome, durationMs: Math.round(durationMs) };
    }
    case "context_trimmed":
      return { event: "context_trimmed", exchanges: event.exchanges };
  }
}
