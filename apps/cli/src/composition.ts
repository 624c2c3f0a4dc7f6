import type { ConfigPaths, PersptConfig, ServerConfig } from "@perspt/config";
import { declineElicitation, type McpElicitationProvider } from "@perspt/elicitation";
import {
  type ApprovalsPort,
  createMcpHost,
  type HostObserver,
  type LocalOperation,
  type McpHost,
} from "@perspt/host";
import { newSessionId, type OpenJournalOptions, openJournal } from "@perspt/journal";
import type { Digest } from "@perspt/json";
import {
  type CapabilityDescription,
  createAuthority,
  describeCapability,
  type Mode,
  meetCapabilities,
} from "@perspt/kernel";
import type { McpSamplingProvider } from "@perspt/mcp-client";
import { killRemainingPrograms } from "@perspt/transport";
import { grantFor } from "./grants.js";
import type { Machine } from "./machine/machine.js";
import { realPath } from "./machine/real-path.js";
import { mappedValues } from "./mapped-values.js";

export interface HostRequest {
  readonly mode: Mode;
  readonly servers: readonly ServerConfig[];
  readonly config: PersptConfig;
  readonly configDigest: Digest;
  /** Null where nobody can be asked. */
  readonly approvals: ApprovalsPort | null;
  /** How many calls may be made; one when left out. */
  readonly callBudget?: number;
  /** The session that is continued, or the id of a new one; left out, a new one is given an id. */
  readonly session?: { readonly kind: "existing" | "new"; readonly id: string };
  /** What runs in this process beside the servers' tools. */
  readonly localOperations?: readonly LocalOperation[];
  /** The tree that the session works in, absolute, links resolved; left out, it works in none. */
  readonly workspace?: string;
  /** From which risk on calls are asked for; `high` when left out. */
  readonly asksFrom?: CapabilityDescription["asksFrom"];
  /** What the session that is continued was granted: it is granted no more now. */
  readonly recordedGrant?: CapabilityDescription | null;
  /** Told what happens to the servers. */
  readonly observe?: HostObserver;
  /** Answers what servers ask; left out, everything is declined. */
  readonly elicitation?: McpElicitationProvider;
  /** Answers servers with the person's model; left out, none may ask. */
  readonly sampling?: McpSamplingProvider;
  /** Values that no record may hold, beside those that the servers are given. */
  readonly secrets?: readonly string[];
}

export interface OpenedHost {
  /** The caller's to close. */
  readonly host: McpHost;
  /** What it may do, as data that authorises nothing. */
  readonly grant: CapabilityDescription;
}

/** Makes hosts. What gives them their authority stays in here. */
export interface Composition {
  /** Connects to nothing and writes nothing yet. */
  openHost(request: HostRequest): OpenedHost;
}

/** The composition root: the one place that holds the kernel's authority, and that joins the packages. */
export function createComposition(machine: Machine, paths: ConfigPaths): Composition {
  const authority = createAuthority();
  machine.atExit(killRemainingPrograms);
  const sessionOf = (
    { session, mode, configDigest, workspace }: HostRequest,
    protectedPaths: readonly string[],
  ): OpenJournalOptions["session"] => {
    if (session?.kind === "existing") return { kind: "existing", id: session.id };
    const persptVersion = machine.programVersion;
    return {
      kind: "new",
      id: session?.id ?? newSessionId(machine.clock.now()),
      header: { persptVersion, mode, workspace: workspace ?? null, configDigest, protectedPaths },
    };
  };
  return {
    openHost(request) {
      const { mode, servers, config, approvals, callBudget = 1, observe } = request;
      const { elicitation = declineElicitation(), sampling, secrets = [] } = request;
      const { localOperations = [], workspace = null, asksFrom = "high" } = request;
      const wished = grantFor({ mode, config, servers, callBudget, realPath, workspace, asksFrom });
      const { recordedGrant = null } = request;
      const capability = authority.grant(
        recordedGrant === null ? wished : meetCapabilities(recordedGrant, wished),
      );
      // Under both names, where one of them is reached through a link.
      const named = [paths.configFile, paths.stateDirectory];
      const protectedPaths = [...new Set([...named, ...named.map(realPath)])];
      const host = createMcpHost({
        mode,
        servers,
        localOperations,
        authority,
        capability,
        journal: {
          open: () =>
            openJournal({
              stateDirectory: paths.stateDirectory,
              session: sessionOf(request, protectedPaths),
              secrets: [...mappedValues(servers, machine.environment), ...secrets],
              clock: machine.clock,
            }),
        },
        approvals,
        elicitation,
        ...(sampling === undefined ? {} : { sampling }),
        ...(observe === undefined ? {} : { observe }),
        environment: machine.environment,
        workingDirectory: workspace ?? machine.home,
        workspace,
        protectedPaths,
        clientVersion: machine.programVersion,
        clock: machine.clock,
      });
      return { host, grant: describeCapability(capability) };
    },
  };
}
