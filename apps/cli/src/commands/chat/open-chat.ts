import { type CommandResult, failed, streamed } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";
import type { McpContext } from "../mcp/command-context.js";
import { chatHistory } from "./chat-history.js";
import { prepareChat } from "./prepare-chat.js";

/** `perspt chat`: the terminal is the chat's until the person leaves. */
export async function openChat(
  { model }: { readonly model: string | null },
  { machine, paths, composition }: McpContext,
): Promise<CommandResult> {
  const prepared = await prepareChat(model, { machine, paths });
  if (prepared.kind === "failed") return prepared.result;
  const { kind: _, hostRequest, tui, ...chat } = prepared;
  const { runChat } = await import("@perspt/chat-tui");
  const end = await runChat({
    ...machine.terminal,
    ...chat,
    ...tui,
    environment: machine.environment,
    openHost: (ports) => composition.openHost({ ...hostRequest, ...ports }).host,
    history: chatHistory(paths.stateDirectory),
    signal: machine.signal,
  });
  switch (end.kind) {
    case "left":
      return streamed(EXIT_CODES.ok, null);
    case "refused":
      return failed(EXIT_CODES.usage, {
        code: "no_terminal",
        message: end.message,
        hint: "`perspt simple-chat` needs no terminal that can be drawn on.",
      });
  }
}
