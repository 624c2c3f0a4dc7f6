import type { TuiConfig } from "@perspt/config";
import type { ModelRoute } from "@perspt/models";
import type { HostRequest } from "../../composition.js";
import type { CommandResult } from "../../output/command-result.js";
import { loadConfig } from "../../settings/load-config.js";
import type { McpContext } from "../mcp/command-context.js";
import { chooseModel } from "./choose-model.js";
import { modelKeys } from "./model-keys.js";

/** Calls of one chat. A person who reads along is the true bound; this one ends a chat that runs away. */
const CHAT_CALL_BUDGET = 10_000;

/** What both chats begin with. */
export interface PreparedChat {
  readonly kind: "prepared";
  /** The name of the selected model, and every model that can be selected. */
  readonly model: string;
  readonly models: ReadonlyMap<string, () => ModelRoute>;
  /** What the configuration says of a chat. */
  readonly showReasoning: boolean;
  readonly tui: TuiConfig;
  readonly maxToolRounds: number;
  readonly contextTokens: number | null;
  /** For a host with every configured server. */
  readonly hostRequest: HostRequest;
}

/** Reads the configuration and finds the model; `failed` holds what the command prints instead. Starts nothing. */
export async function prepareChat(
  wantedModel: string | null,
  { machine, paths }: Pick<McpContext, "machine" | "paths">,
): Promise<PreparedChat | { readonly kind: "failed"; readonly result: CommandResult }> {
  const loading = await loadConfig(machine.files, paths.configFile);
  if (loading.kind === "failed") return loading;
  const { config, digest } = loading;
  const selection = chooseModel(wantedModel, config, machine.environment);
  if (selection.kind === "none") return { kind: "failed", result: selection.result };
  return {
    kind: "prepared",
    model: selection.name,
    models: selection.models,
    showReasoning: config.chat.showReasoning,
    tui: config.tui,
    maxToolRounds: config.chat.maxToolRounds,
    contextTokens: config.model?.contextTokens ?? null,
    hostRequest: {
      mode: "chat",
      servers: config.servers,
      config,
      configDigest: digest,
      approvals: null,
      callBudget: CHAT_CALL_BUDGET,
      secrets: modelKeys(config, machine.environment),
    },
  };
}
