import type { HostEvent } from "@perspt/host";
import type { Mode } from "@perspt/kernel";
import { type CommandResult, failed, streamed } from "../../output/command-result.js";
import { EXIT_CODES, exitCodeOfServerFailure } from "../../output/exit-codes.js";
import { loadConfig } from "../../settings/load-config.js";
import { chooseServers } from "./choose-servers.js";
import type { McpContext } from "./command-context.js";
import { EventPrinter, type PrintableEvent } from "./event-printer.js";
import { connectedEvent, describeEvent } from "./event-texts.js";

export interface WatchInput {
  readonly server: string;
  /** Null for the server's own. */
  readonly mode: Mode | null;
}

/** `perspt mcp watch`: what one server tells by itself, as it comes, until interrupted. Calls nothing and writes nothing. */
export async function watchServer(
  { server, mode: asked }: WatchInput,
  { machine, paths, composition }: McpContext,
): Promise<CommandResult> {
  const loading = await loadConfig(machine.files, paths.configFile);
  if (loading.kind === "failed") return loading.result;
  const { config, digest } = loading;
  const choice = chooseServers(config, [server], asked);
  if (choice.kind === "unknown") {
    return failed(EXIT_CODES.usage, {
      code: "no_such_server",
      message: `There is no server ${JSON.stringify(choice.id)} in ${paths.configFile}.`,
      hint: choice.hint,
    });
  }
  const [plan] = choice.plans;
  if (plan === undefined) throw new TypeError("a known server has a plan");
  const over = new AbortController();
  const stop = AbortSignal.any([machine.signal, over.signal]);
  const printer = new EventPrinter(
    (document, blocks) => machine.tell(document, blocks),
    () => over.abort(),
  );
  // What is told while it connects is printed after the connection itself.
  let early: PrintableEvent[] | null = [];
  let lost: Extract<HostEvent, { readonly kind: "server_lost" }> | null = null;
  const { host } = composition.openHost({
    ...plan,
    config,
    configDigest: digest,
    approvals: null,
    observe(event) {
      const told = describeEvent(event, machine.clock.now());
      if (early === null) printer.print(told);
      else early.push(told);
      if (event.kind !== "server_lost" || event.restartInMs !== null) return;
      lost = event;
      over.abort();
    },
  });
  try {
    const done = machine.progress.begin(`connecting to ${server}`);
    const [report] = await host.discover(stop).finally(done);
    if (report?.state !== "ready") {
      const problem = report?.error ?? null;
      return streamed(
        problem === null ? EXIT_CODES.unreachable : exitCodeOfServerFailure(problem.code),
        problem === null ? null : { ...problem, message: `${server}: ${problem.message}` },
      );
    }
    printer.print(connectedEvent(report, plan.servers[0], machine.clock.now()));
    for (const told of early.splice(0)) printer.print(told);
    early = null;
    await aborted(stop);
    return lostResult(server, lost);
  } finally {
    await host.close();
    await printer.drained();
  }
}

function lostResult(
  server: string,
  lost: Extract<HostEvent, { readonly kind: "server_lost" }> | null,
): CommandResult {
  if (lost === null) return streamed(EXIT_CODES.ok, null);
  const { code, message, hint } = lost.problem;
  return streamed(exitCodeOfServerFailure(code), { code, message: `${server}: ${message}`, hint });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
