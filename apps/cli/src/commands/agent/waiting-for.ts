import type { AgentEvent } from "@perspt/agent";

/** What a person is told after an event while nothing happens. Pure. */
export function waitingFor(event: AgentEvent): string {
  switch (event.type) {
    case "copying":
      return `copying ${event.folder === "." ? "the project" : event.folder}, ${thousands(event.files)} ${event.files === 1 ? "file" : "files"}`;
    case "started":
      return `session ${event.session}`;
    case "loop":
      return event.event.type === "activity_started"
        ? event.event.operation.replace(/^local\./, "")
        : "thinking";
    case "servers":
    case "doubt":
    case "plan":
    case "verified":
    case "repair":
    case "change":
    case "ended":
      return "thinking";
  }
}

function thousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
