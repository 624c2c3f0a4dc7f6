import type {
  CallIdentity,
  Doubt,
  ElicitationRecord,
  EntryOf,
  Journal,
  MessageRecord,
  ModelTurnRecord,
  RecordPosition,
  ResolvedRecord,
  SamplingRecord,
  WrittenRecord,
} from "@perspt/journal";
import type { JsonObject, JsonValue } from "@perspt/json";
import {
  type Capability,
  describeCapability,
  type Footprint,
  type OpenDoubt,
  type OperationBinding,
  type ProposalBinding,
} from "@perspt/kernel";
import type { CallLeg, CallOutcome, LegResult } from "@perspt/mcp-client";
import type { ApprovalAnswer } from "./approvals-port.js";
import type { DecidedCall } from "./decided-call.js";
import type { HostProblemCode } from "./problem-code.js";
import type { ServerCatalog } from "./server-catalog.js";

/** The journal of a session, opened with its first decision. */
export interface SessionJournal {
  /** Creates the session's directory or continues it. Rejects with a `JournalError`; called once. */
  open(): Promise<Journal>;
}

/**
 * The one writer of a host's records. Every promise resolves when its record is durable, and rejects with a `JournalError` when it could
 * not be made so.
 */
export class SessionRecords {
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  get session(): string {
    return this.#journal.session;
  }

  get basis(): number {
    return this.#journal.state.seq;
  }

  get callsSpent(): number {
    return this.#journal.state.callsSpent;
  }

  /** The call in doubt whose intent that is; null where there is none. */
  doubt(intent: number): Doubt | null {
    return this.#journal.state.doubts.get(intent) ?? null;
  }

  get doubts(): readonly OpenDoubt[] {
    return [...this.#journal.state.doubts.values()].map(({ intent, touches }) => ({
      intent,
      touches,
    }));
  }

  /** The call as it will be written down: its redacted arguments, and the digests over them. */
  identify(call: {
    readonly operation: string;
    readonly binding: OperationBinding;
    readonly footprint: Footprint;
    readonly bindings: readonly ProposalBinding[];
    readonly argumentsValue: JsonObject;
  }): CallIdentity {
    return this.#journal.identifyCall({
      operation: call.operation,
      endpointIdentity: call.binding.endpointIdentity,
      arguments: call.argumentsValue,
      selectors: call.footprint.selectors,
      bindings: call.bindings,
    });
  }

  grant(capability: Capability): Promise<RecordPosition> {
    return this.#journal.append({ type: "grant", capability: describeCapability(capability) });
  }

  /** What a server listed, and what became of it: two records, one sync. */
  async catalog(catalog: ServerCatalog): Promise<void> {
    const { server, epoch } = catalog;
    await Promise.all([
      this.#journal.append({
        type: "catalog",
        server,
        epoch,
        transport: catalog.transport,
        endpointIdentity: catalog.endpointIdentity,
        capabilities: catalog.capabilities,
        definitions: catalog.tools.map((tool) => tool.definition),
      }),
      this.#journal.append({
        type: "admission",
        server,
        epoch,
        policyDigest: catalog.policyDigest,
        admitted: catalog.admitted.map(({ footprint, bindings, ...operation }) => ({
          ...operation,
          selectors: footprint.selectors.map(membersOf),
          bindings: bindings.map(membersOf),
        })),
        rejected: catalog.rejected.map(membersOf),
      }),
    ]);
  }

  approval(
    call: DecidedCall,
    answer: Exclude<ApprovalAnswer, { readonly kind: "withdrawn" }>,
    standing: Capability | null,
  ): Promise<RecordPosition> {
    return this.#journal.append({
      type: "approval",
      operation: call.proposal.operation,
      argumentsDigest: call.identity.argumentsDigest,
      callKey: call.identity.callKey,
      verdict: answer.kind,
      by: answer.by,
      reason: answer.kind === "denied" ? answer.reason : null,
      standing: standing === null ? null : describeCapability(standing),
    });
  }

  refusal(call: DecidedCall, code: HostProblemCode): Promise<RecordPosition> {
    return this.#journal.append({ type: "refusal", code, ...factsOf(call) });
  }

  intent(call: DecidedCall): Promise<RecordPosition> {
    return this.#journal.append({ type: "intent", ...factsOf(call) });
  }

  leg(intent: number, leg: CallLeg, result: LegResult | null): Promise<RecordPosition> {
    return this.#journal.append({
      type: "leg",
      intent,
      number: leg.number,
      kind: leg.kind,
      method: leg.method,
      ...legAnswer(result),
    });
  }

  outcome(intent: number, outcome: CallOutcome, durationMs: number): Promise<RecordPosition> {
    return this.#journal.append({
      type: "outcome",
      intent,
      kind: outcome.kind,
      mayHaveRun: outcome.mayHaveRun,
      result: "result" in outcome ? outcome.result : null,
      error: "error" in outcome ? outcome.error : null,
      taskId: outcome.kind === "uncertain" ? outcome.taskId : null,
      durationMs,
    });
  }

  message(entry: Omit<EntryOf<MessageRecord>, "type">): Promise<RecordPosition> {
    return this.#journal.append({ type: "message", ...entry });
  }

  modelTurn(entry: Omit<EntryOf<ModelTurnRecord>, "type">): Promise<RecordPosition> {
    return this.#journal.append({ type: "model_turn", ...entry });
  }

  resolved(entry: Omit<EntryOf<ResolvedRecord>, "type">): Promise<RecordPosition> {
    return this.#journal.append({ type: "resolved", ...entry });
  }

  elicitation(entry: Omit<EntryOf<ElicitationRecord>, "type">): Promise<RecordPosition> {
    return this.#journal.append({ type: "elicitation", ...entry });
  }

  sampling(entry: Omit<EntryOf<SamplingRecord>, "type">): Promise<RecordPosition> {
    return this.#journal.append({ type: "sampling", ...entry });
  }

  /** Says that the session ended, and frees the journal. */
  async end(reason: string): Promise<void> {
    await this.#journal.append({ type: "end", reason }).catch(() => {});
    await this.#journal.close();
  }
}

type Facts = EntryOf<Extract<WrittenRecord, { readonly type: "intent" }>>;

function factsOf(call: DecidedCall): Omit<Facts, "type"> {
  const { proposal, identity, decision } = call;
  const { binding } = proposal;
  // Without spreads, which cost most in the middle of a long literal.
  return {
    epoch: binding.epoch,
    endpointIdentity: binding.endpointIdentity,
    policyDigest: binding.policyDigest,
    toolDigest: binding.toolDigest,
    operation: proposal.operation,
    server: proposal.provider,
    effect: proposal.effect,
    risk: proposal.risk,
    selectors: proposal.footprint.selectors,
    bindings: proposal.bindings,
    touches: call.touches,
    arguments: identity.arguments,
    argumentsDigest: identity.argumentsDigest,
    callKey: identity.callKey,
    origin: call.origin,
    root: call.root,
    links: call.links,
    boundNow: call.boundNow,
    approver: call.approver,
    approval: call.approval,
    basis: call.basis,
    decidedAt: call.decidedAt,
    rule: decision.rule,
    because: decision.because,
    trace: decision.trace,
  };
}

function legAnswer(result: LegResult | null) {
  const nothing = { answer: null, code: null, message: null, content: null, taskId: null };
  if (result === null) return { ...nothing, stage: "sending" } as const;
  const answered = { ...nothing, stage: "answered" } as const;
  switch (result.kind) {
    case "complete":
    case "input_required":
      return { ...answered, answer: result.kind, content: result.result } as const;
    case "task":
      return {
        ...answered,
        answer: "task",
        content: result.result,
        taskId: result.taskId,
      } as const;
    case "server_error":
      return {
        ...answered,
        answer: "server_error",
        code: String(result.code),
        message: result.message,
      } as const;
    case "lost":
      return { ...answered, answer: "lost", code: result.code } as const;
  }
}

function membersOf(value: { readonly [Name in string]: JsonValue } | object): JsonObject {
  return { ...value };
}
