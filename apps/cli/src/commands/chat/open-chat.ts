import { type CommandResult, failed, streamed } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";
import { loadConfig } from "../../settings/load-config.js";
import type { McpContext } from "../mcp/command-context.js";
import { chatHistory } from "./chat-history.js";
import { chooseModel, modelKeys } from "./choose-model.js";

/** Calls of one chat. A person who reads along is the true bound; this one ends a chat that runs away. */
export const CHAT_CALL_BUDGET = 10_000;

/** `perspt chat`: the terminal is the chat's until the person leaves. */
export async function openChat(
  { model }: { readonly model: string | null },
  { machine, paths, composition }: McpContext,
): Promise<CommandResult> {
  const loading = await loadConfig(machine.files, paths.configFile);
  if (loading.kind === "failed") return loading.result;
  const { config, digest } = loading;
  const selection = chooseModel(model, config, machine.environment);
  if (selection.kind === "none") return selection.result;
  const { runChat } = await import("@perspt/chat-tui");
  const end = await runChat({
    ...machine.terminal,
    environment: machine.environment,
    models: selection.models,
    model: selection.name,
    openHost: (ports) =>
      composition.openHost({
        mode: "chat",
        servers: config.servers,
        config,
        configDigest: digest,
        approvals: null,
        callBudget: CHAT_CALL_BUDGET,
        secrets: modelKeys(config, machine.environment),
        ...ports,
      }).host,
    showReasoning: config.chat.showReasoning,
    maxToolRounds: config.chat.maxToolRounds,
    contextTokens: config.model?.contextTokens ?? null,
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
