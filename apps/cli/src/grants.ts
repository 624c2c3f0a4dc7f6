import type { PersptConfig, ServerConfig } from "@perspt/config";
import { agentCeiling, type CapabilityDescription, CHAT_CEILING, type Mode } from "@perspt/kernel";

export interface GrantRequest {
  readonly mode: Mode;
  readonly config: PersptConfig;
  readonly servers: readonly ServerConfig[];
  /** How many calls it is for. */
  readonly callBudget: number;
  /** The tree that any provider may work in; null for none. */
  readonly workspace: string | null;
  /** From which risk on calls are asked for. */
  readonly asksFrom: CapabilityDescription["asksFrom"];
  /** Where the file system resolves a path; the path itself where it does not exist. */
  readonly realPath: (path: string) => string;
}

/**
 * What a command may do, from the user's file and the command line alone (governance.md, Decision): the mode's ceiling, the workspace, each
 * server's roots for its own paths, the agent's commands and hosts.
 */
export function grantFor({
  mode,
  config,
  servers,
  callBudget,
  realPath,
  workspace,
  asksFrom,
}: GrantRequest): CapabilityDescription {
  const { criticalEffects, commands, hosts } = config.agent;
  return {
    version: 1,
    mode,
    ...(mode === "chat" ? CHAT_CEILING : agentCeiling(criticalEffects)),
    asksFrom,
    // A root that is a link is granted under both its names: the kernel holds a call's real paths to the scope as well.
    paths: [
      ...(workspace === null ? [] : [{ provider: null, path: workspace }]),
      ...servers.flatMap(({ id, roots }) =>
        roots.flatMap(({ path }) =>
          [...new Set([path, realPath(path)])].map((name) => ({ provider: id, path: name })),
        ),
      ),
    ],
    commands,
    hosts,
    providers: null,
    callBudget,
    expiresAt: null,
  };
}
