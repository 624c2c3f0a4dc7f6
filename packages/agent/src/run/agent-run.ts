import type { GovernedOutcome, McpHost } from "@perspt/host";
import type { JournalReading } from "@perspt/journal";
import type { JsonObject } from "@perspt/json";
import type { ModelMessage, ModelRoute } from "@perspt/models";
import {
  type LoopEnd,
  type LoopPort,
  type LoopStart,
  recordedMessages,
  runToolLoop,
} from "@perspt/session";
import { agentOperations } from "../discovery/agent-operations.js";
import { ToolIndex } from "../discovery/tool-index.js";
import { ACCEPT_OPERATION, changeDigest } from "../gate/accept-operation.js";
import { decideAcceptance, type Evidence } from "../gate/acceptance.js";
import { acceptanceApprovals } from "../gate/acceptance-approvals.js";
import type { Verification } from "../verifier/verification.js";
import { VERIFY_OPERATION } from "../verifier/verify-operation.js";
import { type Candidate, changesOf } from "../workspace/candidate.js";
import { type ChangeDiff, diffOf } from "../workspace/change-diff.js";
import type { FileChange } from "../workspace/file-change.js";
import { keepCandidate } from "../workspace/open-candidate.js";
import { nodeTreeDisk, type TreeDisk } from "../workspace/tree-disk.js";
import { afterAnswer } from "./after-answer.js";
import type { AgentEnd } from "./agent-end.js";
import type { AgentEvent } from "./agent-event.js";
import { AGENT_INSTRUCTIONS } from "./agent-instructions.js";
import { type AgentOptions, MAX_REPAIR_ROUNDS } from "./agent-options.js";
import { agentTools, notesOf } from "./agent-tools.js";
import { endOfLoop } from "./end-of-loop.js";
import { keepChange, keepTheirChanges } from "./kept-diffs.js";
import { notApplied } from "./not-applied.js";
import { settleDoubts } from "./settle-doubts.js";
import { wasAccepted } from "./was-accepted.js";

type Events<End> = AsyncGenerator<AgentEvent, End, void>;

/** One run of the agent over its candidate. */
export class AgentRun {
  readonly #options: AgentOptions;
  readonly #candidate: Candidate;
  readonly #disk: TreeDisk;
  readonly #index = new ToolIndex();
  readonly #host: McpHost;
  /** What tools told while they were waited for. */
  readonly #told: AgentEvent[] = [];
  #messages: ModelMessage[] = [{ role: "system", text: AGENT_INSTRUCTIONS }];
  #turnsLeft: number;
  /** What the change that is being decided on is accepted by. */
  #evidence: Evidence | null = null;
  #verification: Verification = { kind: "none" };
  #isKept: boolean;

  constructor(options: AgentOptions, candidate: Candidate) {
    this.#options = options;
    this.#disk = options.disk ?? nodeTreeDisk;
    this.#candidate = candidate;
    this.#turnsLeft = candidate.record.maxTurns;
    this.#isKept = options.start.kind === "resume";
    this.#host = options.openHost({
      session: candidate.record.session,
      tree: candidate.tree,
      localOperations: agentTools({
        candidate,
        index: this.#index,
        environment: options.environment,
        disk: this.#disk,
        onPlan: (plan) => this.#told.push({ type: "plan", plan }),
        onVerified: (verification) => {
          this.#verification = verification;
          this.#told.push({ type: "verified", verification });
        },
      }),
      approvals: acceptanceApprovals({
        rule: options.acceptance,
        ask: options.askAcceptance,
        evidence: () => this.#evidence,
        others: options.approvals,
      }),
    });
  }

  /** Whether there is something to go on with: the session holds the task, and the candidate stays. */
  get isKept(): boolean {
    return this.#isKept;
  }

  close(): Promise<void> {
    return this.#host.close();
  }

  /** The run as it goes; returns how it ended. */
  async *toItsEnd(): Events<AgentEnd> {
    const { record, tree, git } = this.#candidate;
    const { start, signal, stop } = this.#options;
    yield {
      type: "started",
      session: record.session,
      workspace: record.workspace,
      candidate: tree,
      isRepository: git !== null,
      verify: record.verify,
      isResumed: start.kind === "resume",
    };
    // No call is running yet that a stop would wait for.
    const reports = await this.#host.discover(AbortSignal.any([signal, stop]));
    if (stop.aborted) return { kind: "stopped" };
    if (reports.length > 0) yield { type: "servers", reports };
    if (start.kind === "resume") {
      const open = yield* this.#settle(start.read());
      if (open.length > 0) return { kind: "in_doubt", intents: open };
      // Read again: what was settled stands in it now.
      const reading = start.read();
      if (wasAccepted(reading)) {
        return {
          kind: "accepted",
          diff: await this.#diff(await changesOf(this.#candidate, signal)),
        };
      }
      return yield* this.#work(this.#goingOn(reading));
    }
    return yield* this.#work(this.#task());
  }

  /** The model's turns, the verifier and the repairs, until the gate or another end. Null: the model has answered already. */
  async *#work(beginning: LoopStart | null): Events<AgentEnd> {
    let begin = beginning;
    for (let repairs = 0; ; repairs += 1) {
      if (begin !== null) {
        const end = yield* this.#loop(begin);
        if (end.kind !== "answered") return endOfLoop(end, await this.#kept());
      }
      const changes = await changesOf(this.#candidate, this.#options.signal);
      if (changes.length === 0) return { kind: "answered" };
      const unmade = yield* this.#verify();
      if (unmade !== null) return unmade;
      const next = afterAnswer(this.#verification, repairs);
      switch (next.kind) {
        case "gate":
          return yield* this.#gate();
        case "give_up":
          return { kind: "not_repaired", rounds: repairs, change: await this.#kept() };
        case "repair":
          yield { type: "repair", round: repairs + 1, rounds: MAX_REPAIR_ROUNDS };
          begin = { kind: "message", message: { from: "perspt", text: next.message } };
      }
    }
  }

  async *#loop(start: LoopStart): Events<LoopEnd> {
    const { route, contextTokens, signal, stop } = this.#options;
    const loop = runToolLoop({
      host: this.#loopPort(),
      route: this.#counted(route),
      messages: this.#messages,
      start,
      maxRounds: Math.max(1, this.#turnsLeft),
      contextTokens,
      signal,
      stop,
    });
    for await (const event of loop) {
      yield* this.#told.splice(0);
      if (event.type === "ended") return event.end;
      yield { type: "loop", event };
    }
    throw new TypeError("a loop's last event is its end");
  }

  #loopPort(): Pick<McpHost, LoopPort> {
    const port = agentOperations(this.#host, this.#index);
    return {
      ...port,
      recordMessage: async (message) => {
        const seq = await port.recordMessage(message);
        if (!this.#isKept) await keepCandidate(this.#candidate);
        this.#isKept = true;
        return seq;
      },
    };
  }

  /** The verifier over the candidate as it stands; the run's end where it could not be asked. */
  async *#verify(): Events<AgentEnd | null> {
    if (this.#candidate.record.verify.length === 0) return null;
    const { outcome } = await this.#call(VERIFY_OPERATION, {});
    yield* this.#told.splice(0);
    if (outcome.kind === "completed" || outcome.kind === "tool_error") return null;
    const change = await this.#kept();
    if (this.#options.signal.aborted) return { kind: "stopped" };
    const { code, message } = outcome.error;
    return { kind: "not_accepted", code, because: message, change };
  }

  async *#gate(): Events<AgentEnd> {
    const { acceptance, signal } = this.#options;
    const changes = await changesOf(this.#candidate, signal);
    const diff = await this.#diff(changes);
    const change = await keepChange(this.#candidate, diff);
    const verification = this.#verification;
    yield { type: "change", diff, verification };
    const decision = decideAcceptance(acceptance, verification);
    if (decision.kind === "refuse") {
      const { code, because } = decision;
      return { kind: "not_accepted", code, because, change };
    }
    this.#evidence = { task: this.#candidate.record.task, diff, verification };
    const { outcome } = await this.#call(ACCEPT_OPERATION, {
      change: changeDigest(changes),
      files: changes.map(({ path }) => path),
      verifier: verification.kind,
    });
    switch (outcome.kind) {
      case "completed":
        return { kind: "accepted", diff };
      case "tool_error": {
        return await notApplied(outcome.result, change, (paths) =>
          keepTheirChanges(this.#candidate, paths),
        );
      }
      case "refused":
      case "failed":
      case "uncertain": {
        if (signal.aborted) return { kind: "stopped" };
        const { code, message } = outcome.error;
        return { kind: "not_accepted", code, because: message, change };
      }
    }
  }

  #call(operation: string, value: JsonObject): Promise<GovernedOutcome> {
    const { signal } = this.#options;
    return this.#host.call({ operation, arguments: { kind: "value", value }, signal });
  }

  /** The work so far as a file; null where there is none. */
  async #kept(): Promise<string | null> {
    const { signal } = new AbortController();
    const changes = await changesOf(this.#candidate, signal);
    if (changes.length === 0) return null;
    return await keepChange(this.#candidate, await this.#diff(changes));
  }

  #diff(changes: readonly FileChange[]): Promise<ChangeDiff> {
    const { base, tree } = this.#candidate;
    return diffOf(changes, base, tree);
  }

  /** The route, with its turns counted against what the run may take. */
  #counted(route: ModelRoute): ModelRoute {
    return {
      name: route.name,
      contextTokens: route.contextTokens,
      stream: (request, signal) => {
        this.#turnsLeft -= 1;
        return route.stream(request, signal);
      },
    };
  }

  /** Settles what a crash left open; returns the intents that stay so. */
  async *#settle(reading: JournalReading): Events<readonly number[]> {
    const notes = notesOf(this.#candidate);
    const settled = await settleDoubts({
      reading,
      candidate: this.#candidate,
      noted: (call) => notes.read(call),
      host: this.#host,
      disk: this.#disk,
      signal: this.#options.signal,
    });
    for (const each of settled) yield { type: "doubt", ...each };
    return settled.flatMap(({ intent, verdict }) => (verdict === "open" ? [intent] : []));
  }

  #task(): LoopStart {
    return { kind: "message", message: { from: "person", text: this.#candidate.record.task } };
  }

  /** How the model goes on; null where it has answered already. */
  #goingOn(reading: JournalReading): LoopStart | null {
    const { messages, unfinished, turns, operations } = recordedMessages(reading);
    for (const operation of operations) this.#index.keep(operation);
    this.#messages = [...this.#messages, ...messages];
    this.#turnsLeft -= turns;
    if (unfinished !== null) return { kind: "unfinished", turn: unfinished };
    const last = messages.at(-1);
    if (last === undefined) return this.#task();
    return last.role === "assistant" ? null : { kind: "continue" };
  }
}
