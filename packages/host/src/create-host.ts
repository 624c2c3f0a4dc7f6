import { createValidator } from "@perspt/json";
import { agentCeiling, CHAT_CEILING } from "@perspt/kernel";
import { LOCAL_PROVIDER } from "./bound-operation.js";
import { CallLedger } from "./call-ledger.js";
import { callOperation } from "./call-operation.js";
import { CallScheduler } from "./call-scheduler.js";
import { explainOperation, isOffered } from "./explain-operation.js";
import type { GovernedPlane } from "./governed-call.js";
import { LazyRecords } from "./lazy-records.js";
import { localEntries } from "./local-entries.js";
import type { McpHost, McpHostOptions } from "./mcp-host.js";
import { OperationCatalog } from "./operation-catalog.js";
import { resolveLinks } from "./resolve-links.js";
import { ServerSession } from "./server-session.js";

/** The governed plane over several servers and in-process operations. Connects to nothing before `discover`. */
export function createMcpHost(options: McpHostOptions): McpHost {
  const { mode, authority, capability, clock, approvals, protectedPaths } = options;
  const ceiling = mode === "chat" ? CHAT_CEILING : agentCeiling(capability.criticalEffects);
  const sessions = options.servers.map((server) => new ServerSession(server, mode, ceiling));
  const catalog = new OperationCatalog();
  catalog.replace(LOCAL_PROVIDER, localEntries(options.localOperations, options.workspace), []);
  const records = new LazyRecords({
    journal: options.journal,
    capability,
    catalogs: () => sessions.flatMap((session) => session.catalog ?? []),
  });
  const plane: GovernedPlane = {
    authority,
    capability,
    ledger: new CallLedger({ authority, clock }),
    scheduler: new CallScheduler(),
    approvals,
    protectedPaths,
    clock,
    records: () => records.get(),
    currentBinding: (operation) => catalog.currentBinding(operation),
    resolveLinks,
  };
  const shared = { plane, catalog, records, validator: createValidator() };
  return {
    async discover(signal) {
      await Promise.all(
        sessions.map((session) =>
          session.connect({
            guard: plane.ledger,
            elicitation: options.elicitation,
            environment: options.environment,
            workingDirectory: options.workingDirectory,
            workspace: options.workspace,
            clientVersion: options.clientVersion,
            signal,
          }),
        ),
      );
      for (const session of sessions) {
        catalog.replace(session.config.id, session.entries(), session.catalog?.rejected ?? []);
      }
      return sessions.map((session) => session.report());
    },
    reports: () => sessions.map((session) => session.report()),
    offered: () =>
      catalog
        .entries()
        .filter(({ bound }) => isOffered(plane, bound))
        .map(({ listing }) => listing),
    explain: (operation, raw) => explainOperation(shared, operation, raw),
    call: (request) => callOperation(shared, request),
    async close() {
      await Promise.all(sessions.map((session) => session.close()));
      await (await records.current())?.end("closed");
    },
  };
}
