import { createValidator } from "@perspt/json";
import { agentCeiling, CHAT_CEILING } from "@perspt/kernel";
import { type BoundOperation, isSameDefinition, LOCAL_PROVIDER } from "./bound-operation.js";
import { CallLedger } from "./call-ledger.js";
import { callOperation, callTurn } from "./call-operation.js";
import { CallScheduler } from "./call-scheduler.js";
import { explainOperation, isOffered } from "./explain-operation.js";
import type { GovernedPlane } from "./governed-plane.js";
import { LazyRecords } from "./lazy-records.js";
import { localEntries } from "./local-entries.js";
import type { McpHost, McpHostOptions } from "./mcp-host.js";
import { type CatalogLookup, OperationCatalog } from "./operation-catalog.js";
import { systemPause } from "./pause.js";
import { recordedElicitation, recordedSampling } from "./recorded-inputs.js";
import { remoteOperations } from "./remote-operation.js";
import { type ResolvedHostOptions, resolveHostOptions } from "./resolve-host-options.js";
import { resolveLinks } from "./resolve-links.js";
import { type ResumeParts, resumeTask } from "./resume-task.js";
import { DEFAULT_SAMPLING_BUDGET } from "./sampling-budget.js";
import type { HostProblem } from "./server-report.js";
import { type Bindings, ServerSession } from "./server-session.js";
import { StandingApprovals } from "./standing-approvals.js";

/**
 * The governed plane over several servers and in-process operations. Connects to nothing before `discover`, and writes nothing before the
 * first call. Throws a `TypeError` that names the option where one is not of its type.
 */
export function createMcpHost(given: McpHostOptions): McpHost {
  const options = resolveHostOptions(given);
  const { authority, capability, clock, approvals, protectedPaths } = options;
  const catalog = new OperationCatalog([LOCAL_PROVIDER, ...options.servers.map(({ id }) => id)]);
  catalog.replace(LOCAL_PROVIDER, localEntries(options.localOperations, options.workspace), []);
  const records = new LazyRecords({ journal: options.journal, capability });
  const ledger = new CallLedger({ authority, clock });
  const sessions = openSessions(options, ledger, records, {
    record: (listed) => records.catalog(listed),
    bind(listed, client) {
      catalog.replace(
        listed.server,
        remoteOperations(listed, client, rootOf(listed.server)),
        listed.rejected,
      );
    },
    unbind: (server) => catalog.remove(server),
  });
  const rootOf = rootsOf(options);
  const settled = async (signal: AbortSignal, waitedFor = sessions): Promise<void> => {
    await Promise.all(waitedFor.map((session) => session.settled(signal)));
  };
  const sessionsOf = (provider: string) => sessions.filter(({ id }) => id === provider);
  const plane: GovernedPlane = {
    authority,
    capability,
    ledger,
    scheduler: new CallScheduler(),
    approvals,
    standing: new StandingApprovals(),
    protectedPaths,
    clock,
    records: () => records.get(),
    currentBinding: (operation) => catalog.currentBinding(operation),
    async refreshed(operation, signal) {
      await settled(signal, sessionsOf(operation.provider));
      const current = catalog.current(operation.definition.operation);
      const isSame = current !== null && isSameDefinition(current.binding, operation.binding);
      return isSame ? current : operation;
    },
    unboundBecause: (provider) => sessions.find(({ id }) => id === provider)?.problem ?? null,
    resolveLinks,
  };
  const lookUp = async (operation: string, signal: AbortSignal): Promise<CatalogLookup> => {
    const provider = providerOf(catalog.find(operation));
    // A name that nobody knows may be on a list that is being read.
    await settled(signal, provider === null ? sessions : sessionsOf(provider));
    return catalog.find(operation);
  };
  const parts = { plane, catalog, records, validator: createValidator(), lookUp };
  const resumeParts: ResumeParts = {
    plane,
    current: (operation) => catalog.current(operation),
    async connect(server, signal) {
      const session = sessions.find(({ id }) => id === server);
      if (session === undefined) return notConfigured(server);
      await session.start(signal);
      await session.settled(signal);
      return session.problem;
    },
  };
  return {
    async discover(signal) {
      await Promise.all(sessions.map((session) => session.start(signal)));
      return sessions.map((session) => session.report());
    },
    reports: () => sessions.map((session) => session.report()),
    offered: () =>
      catalog
        .entries()
        .filter(({ bound }) => isOffered(plane, bound))
        .map(({ listing, bound }) => ({ ...listing, ...shownOf(bound) })),
    explain: (operation, raw) => explainOperation(parts, operation, raw),
    call: (request) => callOperation(parts, request),
    callTurn: (requests) => callTurn(parts, requests),
    resumeTask: (intent, signal) => resumeTask(resumeParts, intent, signal),
    async settle(doubt) {
      await (await records.get()).resolved(doubt);
    },
    async recordMessage({ from, text }) {
      await (await records.get()).message({ from, content: text });
    },
    async recordTurn({ route, content, operations }) {
      const plainMembers = operations.flatMap((name) => fieldsOf(catalog.find(name)));
      const { seq } = await (await records.get()).modelTurn({ route, content, plainMembers });
      return seq;
    },
    settled: (signal) => settled(signal),
    async close() {
      await Promise.all(sessions.map((session) => session.close()));
      await (await records.current())?.end("closed");
    },
  };
}

function openSessions(
  options: ResolvedHostOptions,
  guard: CallLedger,
  records: LazyRecords,
  bindings: Bindings,
): readonly ServerSession[] {
  const { mode, capability, clock } = options;
  const ceiling = mode === "chat" ? CHAT_CEILING : agentCeiling(capability.criticalEffects);
  const { environment, workingDirectory, workspace, clientVersion } = options;
  const { sampling, samplingBudget = DEFAULT_SAMPLING_BUDGET } = options;
  const inputs = {
    elicitation: recordedElicitation(options.elicitation, records),
    sampling: sampling === undefined ? null : recordedSampling(sampling, records, samplingBudget),
  };
  return options.servers.map(
    (config) =>
      new ServerSession({
        config,
        mode,
        ceiling,
        connection: {
          guard,
          ...inputs,
          environment,
          workingDirectory,
          workspace,
          clientVersion,
        },
        bindings,
        observe: options.observe ?? (() => {}),
        clock,
        pause: options.pause ?? systemPause,
        random: options.random ?? Math.random,
      }),
  );
}

/** Relative path arguments start from a server's root where it has exactly one; anything else would be a guess. */
function rootsOf({ servers }: McpHostOptions): (server: string) => string | null {
  return (server) => {
    const [first, ...others] = servers.find(({ id }) => id === server)?.roots ?? [];
    return first !== undefined && others.length === 0 ? first.path : null;
  };
}

function notConfigured(server: string): HostProblem {
  return {
    code: "server_not_configured",
    message: `The configuration names no server ${JSON.stringify(server)}.`,
    hint: "Add its table as it was when the call was made.",
  };
}

function shownOf({ definition: { description, inputSchema }, binding }: BoundOperation) {
  return { description, inputSchema, binding };
}

function providerOf(lookup: CatalogLookup): string | null {
  switch (lookup.kind) {
    case "found":
    case "unbound":
      return lookup.entry.bound.provider;
    case "rejected":
      return lookup.server;
    case "unknown":
      return null;
  }
}

/** The arguments that the user's policy of an operation looks at. */
function fieldsOf(lookup: CatalogLookup): readonly string[] {
  if (lookup.kind !== "found" && lookup.kind !== "unbound") return [];
  const { footprint, bindings } = lookup.entry.bound.policy;
  return [...footprint.selectors, ...bindings].flatMap((part) =>
    "field" in part ? [part.field] : [],
  );
}
