import type { Doubt } from "@perspt/journal";

/** What is known of a call whose effect is not. */
export function doubtText({ cause, code, taskId }: Doubt): string {
  const task = taskId === null ? "" : ` It had become the task ${taskId}.`;
  switch (cause) {
    case "no_outcome":
      return `Its intent is written down and its outcome is not: perspt was stopped in the middle.${task}`;
    case "uncertain":
      return `It was sent, and how it ended is not known (${code ?? "uncertain"}).${task}`;
  }
}
