import type { HostProblem } from "@perspt/host";
import { aborted } from "../../machine/aborted.js";
import { type CommandResult, streamed } from "../../output/command-result.js";
import { EXIT_CODES, exitCodeOfServerFailure } from "../../output/exit-codes.js";
import { chooseServer, type ServerInput } from "./choose-server.js";
import type { McpContext } from "./command-context.js";
import { EventPrinter, type PrintableEvent } from "./event-printer.js";
import { connectedEvent, describeEvent } from "./event-texts.js";
import { problemOfServer } from "./server-problem.js";

/** `perspt mcp watch`: what one server tells by itself, as it comes, until interrupted. Calls nothing and writes nothing. */
export async function watchServer(input: ServerInput, context: McpContext): Promise<CommandResult> {
  const choice = await chooseServer(input, context);
  if (choice.kind === "none") return choice.result;
  const { server, mode, config, digest } = choice;
  const { machine, composition } = context;
  const over = new AbortController();
  const stop = AbortSignal.any([machine.signal, over.signal]);
  const printer = new EventPrinter(
    (document, blocks) => machine.tell(document, blocks),
    () => over.abort(),
  );
  // What is told while it connects is printed after the connection itself.
  let early: PrintableEvent[] | null = [];
  let lost: HostProblem | null = null;
  const { host } = composition.openHost({
    mode,
    servers: [server],
    config,
    configDigest: digest,
    approvals: null,
    observe(event) {
      const told = describeEvent(event, machine.clock.now());
      if (early === null) printer.print(told);
      else early.push(told);
      if (event.kind !== "server_lost" || event.restartInMs !== null) return;
      lost = event.problem;
      over.abort();
    },
  });
  try {
    const done = machine.progress.begin(`connecting to ${server.id}`);
    const [report] = await host.discover(stop).finally(done);
    if (report === undefined) throw new TypeError("the host reports each of its servers");
    if (report.error !== null) return endOf(server.id, report.error);
    printer.print(connectedEvent(report, server, machine.clock.now()));
    for (const told of early.splice(0)) printer.print(told);
    early = null;
    await aborted(stop);
    return endOf(server.id, lost);
  } finally {
    await host.close();
    await printer.drained();
  }
}

/** The end of a watch: what became of the server, or that it was asked for. */
function endOf(id: string, problem: HostProblem | null): CommandResult {
  return problem === null
    ? streamed(EXIT_CODES.ok, null)
    : streamed(exitCodeOfServerFailure(problem.code), problemOfServer(id, problem));
}
