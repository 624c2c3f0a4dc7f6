import type { Invocation } from "../../command-line/invocation.js";
import { type CommandResult, failed } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";
import type { McpContext } from "../mcp/command-context.js";
import { resumeSession } from "./resume-session.js";
import { runTask } from "./run-task.js";

/** `perspt agent`: a new task, or a session that is continued. */
export async function runAgentCommand(
  invocation: Extract<Invocation, { readonly command: "agent" }>,
  context: McpContext,
): Promise<CommandResult> {
  switch (invocation.kind) {
    case "task":
      if (invocation.task === "resume") {
        return misused(
          "`perspt agent resume` needs a session.",
          "`perspt journal list` shows them.",
        );
      }
      return await runTask(invocation, context);
    case "resume":
      return await resumeSession(invocation, context);
    case "unquoted":
      return misused(
        `The task is one word of the line; there are more: ${invocation.words.join(" ")} …`,
        'Put it between quotes: perspt agent "Fix the failing test".',
      );
  }
}

function misused(message: string, hint: string): CommandResult {
  return failed(EXIT_CODES.usage, { code: "usage", message, hint });
}
