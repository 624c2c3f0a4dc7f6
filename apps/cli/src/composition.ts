import type { ConfigPaths, PersptConfig, ServerConfig } from "@perspt/config";
import { declineElicitation, type McpElicitationProvider } from "@perspt/elicitation";
import { type ApprovalsPort, createMcpHost, type HostObserver, type McpHost } from "@perspt/host";
import { newSessionId, type OpenJournalOptions, openJournal } from "@perspt/journal";
import type { Digest } from "@perspt/json";
import {
  type CapabilityDescription,
  createAuthority,
  describeCapability,
  type Mode,
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
  /** The session that is continued; a new one when left out. */
  readonly session?: string;
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
    { session, mode, configDigest }: HostRequest,
    protectedPaths: readonly string[],
  ): OpenJournalOptions["session"] => {
    if (session !== undefined) return { kind: "existing", id: session };
    const persptVersion = machine.programVersion;
    return {
      kind: "new",
      id: newSessionId(machine.clock.now()),
      header: { persptVersion, mode, workspace: null, configDigest, protectedPaths },
    };
  };
  return {
    openHost(request) {
      const { mode, servers, config, approvals, callBudget = 1, observe } = request;
      const { elicitation = declineElicitation(), sampling, secrets = [] } = request;
      const capability = authority.grant(grantFor({ mode, config, servers, callBudget, realPath }));
      // Under both names, where one of them is reached through a link.
      const named = [paths.configFile, paths.stateDirectory];
      const protectedPaths = [...new Set([...named, ...named.map(realPath)])];
      const host = createMcpHost({
        mode,
        servers,
        localOperations: [],
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
        workingDirectory: machine.home,
        workspace: null,
        protectedPaths,
        clientVersion: machine.programVersion,
        clock: machine.clock,
      });
      return { host, grant: describeCapability(capability) };
    },
  };
}
