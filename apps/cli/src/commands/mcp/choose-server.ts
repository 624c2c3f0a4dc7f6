import type { PersptConfig, ServerConfig } from "@perspt/config";
import type { Digest } from "@perspt/json";
import type { Mode } from "@perspt/kernel";
import { type CommandResult, failed } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";
import { loadConfig } from "../../settings/load-config.js";
import { chooseServers, type ServerChoice } from "./choose-servers.js";
import type { McpContext } from "./command-context.js";

/** What commands about one server are asked for. */
export interface ServerInput {
  readonly server: string;
  /** Null for the server's own. */
  readonly mode: Mode | null;
}

export type ChosenServer =
  | {
      readonly kind: "chosen";
      readonly server: ServerConfig;
      readonly mode: Mode;
      readonly config: PersptConfig;
      readonly digest: Digest;
    }
  /** What the command prints instead of its own result. */
  | { readonly kind: "none"; readonly result: CommandResult };

/** The one configured server that is meant, and the mode that it is looked at in. */
export async function chooseServer(
  { server: id, mode: asked }: ServerInput,
  { machine, paths }: McpContext,
): Promise<ChosenServer> {
  const loading = await loadConfig(machine.files, paths.configFile);
  if (loading.kind === "failed") return { kind: "none", result: loading.result };
  const { config, digest } = loading;
  const choice = chooseServers(config, [id], asked);
  if (choice.kind === "unknown") {
    return { kind: "none", result: noSuchServer(choice, paths.configFile) };
  }
  const [plan] = choice.plans;
  const [server] = plan?.servers ?? [];
  if (plan === undefined || server === undefined) throw new TypeError("a known server has a plan");
  return { kind: "chosen", server, mode: plan.mode, config, digest };
}

export function noSuchServer(
  { id, hint }: Extract<ServerChoice, { readonly kind: "unknown" }>,
  configFile: string,
): CommandResult {
  return failed(EXIT_CODES.usage, {
    code: "no_such_server",
    message: `There is no server ${JSON.stringify(id)} in ${configFile}.`,
    hint,
  });
}
