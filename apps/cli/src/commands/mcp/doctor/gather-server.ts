import type { PersptConfig } from "@perspt/config";
import { resolveTransport, type ServerConfig } from "@perspt/config";
import type { HostEvent } from "@perspt/host";
import type { Digest } from "@perspt/json";
import { locateProgram, TransportError } from "@perspt/transport";
import { aborted } from "../../../machine/aborted.js";
import { variableSources } from "../../../mapped-values.js";
import { shellWord } from "../../../output/shell-word.js";
import { defaultMode } from "../choose-servers.js";
import type { McpContext } from "../command-context.js";
import type { ProgramFacts, ServerFacts, SubscriptionFacts } from "./server-facts.js";
import { asksForSubscription } from "./subscriptions-check.js";

/** Longest wait for a subscription's acknowledgement, in milliseconds. */
const LONGEST_ACKNOWLEDGEMENT_MS = 10_000;

/** Looks at one server, as far as it can be reached, within its own deadlines. Calls nothing and writes nothing. Never rejects for what a server does. */
export async function gatherServer(
  server: ServerConfig,
  loaded: { readonly config: PersptConfig; readonly digest: Digest },
  context: McpContext,
): Promise<ServerFacts> {
  const { machine, paths, globals } = context;
  const { environment, home, platform } = machine;
  const resolution = resolveTransport(server, environment, {
    workingDirectory: home,
    workspace: null,
  });
  const sources = new Set(variableSources(server.transport).values());
  const facts = {
    server,
    mode: defaultMode(server),
    program: await findProgram(server, context),
    variables: resolution.kind === "unresolved" ? resolution.problems : [],
    missing: [...sources].filter((name) => (environment[name] ?? "") === ""),
    perspt: globals.config === null ? "perspt" : `perspt --config ${shellWord(paths.configFile)}`,
    shell: platform === "win32" ? ("powershell" as const) : ("posix" as const),
  };
  if (facts.program.kind === "failed" || facts.variables.length > 0) {
    return { ...facts, reached: null };
  }
  return { ...facts, reached: await reach(server, loaded, context) };
}

async function findProgram(
  { transport }: ServerConfig,
  { machine }: McpContext,
): Promise<ProgramFacts> {
  if (transport.kind !== "stdio") return { kind: "none_needed" };
  try {
    const { environment, platform, home } = machine;
    const { command } = transport;
    const ports = { environment, platform };
    const path = await locateProgram({ kind: "stdio", command, workingDirectory: home }, ports);
    return { kind: "found", path };
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    const { code, message, hint } = error;
    return { kind: "failed", problem: { code, message, hint } };
  }
}

async function reach(
  server: ServerConfig,
  { config, digest }: { readonly config: PersptConfig; readonly digest: Digest },
  { machine, composition }: McpContext,
): Promise<ServerFacts["reached"]> {
  const news = new AbortController();
  let subscription: SubscriptionFacts = { kind: "silent" };
  const { host, grant } = composition.openHost({
    mode: defaultMode(server),
    servers: [server],
    config,
    configDigest: digest,
    approvals: null,
    observe(event) {
      const told = subscriptionNews(event);
      if (told === null || news.signal.aborted) return;
      subscription = told;
      news.abort();
    },
  });
  try {
    const [report] = await host.discover(machine.signal);
    if (report === undefined) throw new TypeError("the host reports each of its servers");
    const { subscriptions, resourceSubscriptions, timeoutMs } = server;
    const isAsked =
      report.error === null &&
      subscriptions &&
      asksForSubscription(report.capabilities, resourceSubscriptions);
    if (!isAsked) return { report, grant, subscription: { kind: "not_asked" } };
    const patience = AbortSignal.timeout(Math.min(timeoutMs, LONGEST_ACKNOWLEDGEMENT_MS));
    await aborted(AbortSignal.any([news.signal, machine.signal, patience]));
    return { report, grant, subscription };
  } finally {
    await host.close();
  }
}

/** What an event says of the subscription; null for what says nothing. */
function subscriptionNews(event: HostEvent): SubscriptionFacts | null {
  if (event.kind === "server_lost") return { kind: "ended", reason: event.problem.message };
  if (event.kind !== "server_event") return null;
  switch (event.event.type) {
    case "subscription_acknowledged": {
      const { resourceSubscriptions: told } = event.event.filter;
      const uris = Array.isArray(told) ? told : [];
      const resources = uris.filter((uri) => typeof uri === "string");
      return { kind: "acknowledged", resources };
    }
    case "subscription_ended":
      return { kind: "ended", reason: event.event.reason };
    case "progress":
    case "log":
    case "resource_updated":
    case "tools_list_changed":
    case "prompts_list_changed":
    case "resources_list_changed":
    case "task":
    case "cancelled":
    case "custom":
    case "dropped":
      return null;
  }
}
