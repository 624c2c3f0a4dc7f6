import type { Invocation } from "./invocation.js";
import type { ReadWords } from "./read-words.js";

/** `agent TASK`, or `agent resume SESSION`. */
export function readAgent(words: ReadWords): Extract<Invocation, { readonly command: "agent" }> {
  const task = words.required("task");
  const session = words.text("session");
  const shared = {
    command: "agent",
    model: words.text("model"),
    yes: words.flag("yes"),
    ask: words.flag("ask"),
    dryRun: words.flag("dry-run"),
  } as const;
  if (task === "resume" && session !== null) return { ...shared, kind: "resume", session };
  if (session !== null) return { command: "agent", kind: "unquoted", words: [task, session] };
  return {
    ...shared,
    kind: "task",
    task,
    directory: words.text("directory"),
    verify: words.list("verify"),
    maxTurns: words.text("max-turns"),
  };
}
