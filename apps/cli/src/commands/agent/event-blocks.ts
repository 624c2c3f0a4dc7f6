import type { AgentEvent, ChangeDiff, FileStatistics, Plan } from "@perspt/agent";
import {
  BLANK,
  type Block,
  code,
  heading,
  indented,
  line,
  prose,
  span,
} from "../../output/blocks.js";
import { verificationBlocks } from "./verification-blocks.js";

/** One event of a run for a person who watches; nothing for what would only be noise. Pure. */
export function eventBlocks(event: AgentEvent): readonly Block[] {
  switch (event.type) {
    case "started":
      return [
        line(span(event.isResumed ? "resumed " : "session ", "dim"), event.session),
        line(
          span("works in ", "dim"),
          `${event.isRepository ? "a worktree" : "a copy"} of ${event.workspace}`,
        ),
      ];
    case "servers":
      return event.reports.map(({ id, admitted, error }) =>
        error === null
          ? line(span(`server ${id}: `, "dim"), `${admitted.length} tools`)
          : line(span(`server ${id}: `, "dim"), span(error.message, "warning")),
      );
    case "doubt":
      return [
        line(
          span("in doubt ", "warning"),
          `#${event.intent} ${event.operation}: ${DOUBTS[event.verdict]}`,
        ),
      ];
    case "loop":
      return loopBlocks(event.event);
    case "plan":
      return planBlocks(event.plan);
    case "verified":
      return verificationBlocks(event.verification);
    case "repair":
      return [line(span(`repair ${event.round} of ${event.rounds}`, "strong"))];
    case "change":
      return [BLANK, ...changeBlocks(event.diff)];
    case "copying":
    case "ended":
      return [];
  }
}

const DOUBTS: Readonly<Record<Extract<AgentEvent, { readonly type: "doubt" }>["verdict"], string>> =
  {
    did: "it took effect",
    did_not: "it did not take effect",
    unknown: "nobody can tell; it is not repeated",
    open: "nobody here can tell",
  };

function loopBlocks(
  event: Extract<AgentEvent, { readonly type: "loop" }>["event"],
): readonly Block[] {
  switch (event.type) {
    case "activity_ended": {
      const tone = event.outcome === "completed" ? "good" : "warning";
      const seconds = (event.durationMs / 1000).toFixed(1);
      return [
        indented(
          2,
          span(event.operation.replace(/^local\./, ""), "strong"),
          " ",
          span(event.outcome === "completed" ? "done" : event.outcome.replace("_", " "), tone),
          span(event.durationMs >= 1000 ? ` ${seconds} s` : "", "dim"),
        ),
      ];
    }
    case "context_trimmed":
      return [
        prose(`The oldest ${event.exchanges} exchanges no longer fit the model.`, { tone: "dim" }),
      ];
    case "model":
      return event.event.type === "retrying" ? [line(span("the model is asked again", "dim"))] : [];
    case "activity_started":
      return [];
  }
}

function planBlocks(plan: Plan): readonly Block[] {
  const marks = { todo: "[ ]", doing: "[~]", done: "[x]" };
  return [
    heading("plan"),
    ...plan.map(({ text, state }) => indented(2, span(marks[state], "dim"), ` ${text}`)),
  ];
}

/** The whole change, and its statistics. */
export function changeBlocks(diff: ChangeDiff): readonly Block[] {
  return [
    heading("change"),
    code(diff.text.trimEnd(), 2),
    ...diff.files.map((file) => indented(2, statisticsOf(file))),
  ];
}

function statisticsOf({ path, kind, added, removed }: FileStatistics): string {
  const lines = added === null ? "not shown" : `+${added} -${removed ?? 0}`;
  return `${path}  ${kind}  ${lines}`;
}
