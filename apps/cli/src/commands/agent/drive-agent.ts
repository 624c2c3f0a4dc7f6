import {
  type AcceptanceRule,
  type AgentEnd,
  type AgentEvent,
  type AgentStart,
  killRemainingCommands,
  runAgent,
} from "@perspt/agent";
import type { PersptConfig } from "@perspt/config";
import type { Digest } from "@perspt/json";
import type { CapabilityDescription } from "@perspt/kernel";
import { routeSampling } from "@perspt/session";
import { personApprovals } from "../../approvals/approvals.js";
import type { Machine } from "../../machine/machine.js";
import { promptUntil } from "../../machine/prompt.js";
import { type Block, prose } from "../../output/blocks.js";
import { type CommandResult, streamed } from "../../output/command-result.js";
import type { ModelSelection } from "../chat/choose-model.js";
import { modelKeys } from "../chat/model-keys.js";
import type { McpContext } from "../mcp/command-context.js";
import { tellingDecline } from "../mcp/telling-decline.js";
import { askAcceptance } from "./ask-acceptance.js";
import { endResult } from "./end-result.js";
import { eventBlocks } from "./event-blocks.js";
import { eventDocument } from "./event-documents.js";
import { waitingFor } from "./waiting-for.js";

/** Calls of one run: what `max_turns` of a model can propose, and then some. */
const AGENT_CALL_BUDGET = 20_000;

export interface DriveOptions {
  readonly start: AgentStart;
  readonly config: PersptConfig;
  readonly configDigest: Digest;
  readonly selection: Extract<ModelSelection, { readonly kind: "selected" }>;
  /** What the session that is continued was granted; null for a new one. */
  readonly recordedGrant: CapabilityDescription | null;
  readonly yes: boolean;
  readonly ask: boolean;
  readonly dryRun: boolean;
}

/** Runs the agent and tells what happens as it happens: lines for people, NDJSON under `--json`. */
export async function driveAgent(
  options: DriveOptions,
  { machine, paths, composition }: McpContext,
): Promise<CommandResult> {
  const { start, config, configDigest, selection } = options;
  const makeRoute = selection.models.get(selection.name);
  if (makeRoute === undefined) throw new TypeError("the selected model is one of the models");
  const route = makeRoute();
  // The run ends itself when it is asked to: after the calls that are running.
  machine.patience();
  machine.atExit(killRemainingCommands);
  const prompt = machine.prompt === null ? null : promptUntil(machine.prompt, machine.signal);
  const decline = tellingDecline();
  const events = runAgent({
    start,
    candidates: paths.candidateDirectory,
    model: selection.name,
    route,
    contextTokens: config.model?.contextTokens ?? null,
    acceptance: acceptanceRule(options, machine),
    askAcceptance: prompt === null ? null : askAcceptance(prompt),
    approvals: prompt === null ? null : personApprovals(prompt, ["call", "session"]),
    environment: machine.environment,
    stop: machine.signal,
    signal: machine.urgent,
    openHost: ({ session, tree, localOperations, approvals }) =>
      composition.openHost({
        mode: "agent",
        servers: config.servers.filter(({ modes }) => modes.includes("agent")),
        config,
        configDigest,
        approvals,
        callBudget: AGENT_CALL_BUDGET,
        session:
          start.kind === "resume"
            ? { kind: "existing", id: session }
            : { kind: "new", id: session },
        localOperations,
        workspace: tree,
        asksFrom: options.ask ? "medium" : "high",
        recordedGrant: options.recordedGrant,
        elicitation: decline.provider,
        sampling: routeSampling(() => route),
        secrets: modelKeys(config, machine.environment),
      }).host,
  });
  const end = await tell(events, machine);
  const declined = decline.notes();
  if (declined.length > 0) await machine.show(declined);
  const { exitCode, document, blocks, failure } = endResult(end, start.session);
  await machine.tell(document, blocks);
  return streamed(exitCode, failure);
}

function acceptanceRule({ yes, dryRun }: DriveOptions, { prompt }: Machine): AcceptanceRule {
  if (dryRun) return { kind: "nobody", why: "dry_run" };
  if (yes) return { kind: "when_verified" };
  return prompt === null ? { kind: "nobody", why: "nobody_to_ask" } : { kind: "person" };
}

/** Tells every event; what the model says is gathered into whole paragraphs for people. */
async function tell(events: AsyncIterable<AgentEvent>, machine: Machine): Promise<AgentEnd> {
  let said = "";
  let busy: (() => void) | null = null;
  const flushSaid = async (): Promise<void> => {
    const text = said.trim();
    said = "";
    if (text !== "") await machine.show([prose(text)]);
  };
  for await (const event of events) {
    busy?.();
    busy = null;
    if (event.type === "ended") {
      await flushSaid();
      return event.end;
    }
    if (
      event.type === "loop" &&
      event.event.type === "model" &&
      event.event.event.type === "text"
    ) {
      said += event.event.event.delta;
    } else await flushSaid();
    const document = eventDocument(event);
    const blocks: readonly Block[] = eventBlocks(event);
    if (document !== null) await machine.tell(document, blocks);
    else if (blocks.length > 0) await machine.show(blocks);
    busy = machine.progress.begin(waitingFor(event));
  }
  throw new TypeError("a run's last event is its end");
}
