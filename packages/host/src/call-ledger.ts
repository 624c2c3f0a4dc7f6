import type { Digest } from "@perspt/json";
import type { Authority, Lease, OperationBinding, Permit } from "@perspt/kernel";
import type {
  CallGuard,
  CallLeg,
  GuardVerdict,
  LegResult,
  OutgoingFacts,
} from "@perspt/mcp-client";
import type { HostProblemCode } from "./problem-code.js";

/** What the ledger must know of a call while it runs. */
export interface LedgerEntry {
  readonly operation: string;
  readonly endpointIdentity: string;
  readonly permit: Permit;
  /** The digest that was decided: over the arguments as written down, secrets redacted. */
  readonly decidedDigest: Digest;
  /** The digest that the outgoing arguments must have: over the same arguments as the wire spells them, whole. */
  readonly sentDigest: Digest;
  /** The tool, prompt or resource that the outgoing message must name. */
  readonly sentTarget: string;
  /** What the operation stands for now; null when it is bound no longer. */
  currentBinding(): OperationBinding | null;
  /** Makes a later leg, or what came back on one, durable. Rejects when the journal cannot. */
  recordLeg(leg: CallLeg, result: LegResult | null): Promise<void>;
}

/** What the ledger must know of a task whose call an earlier process made. */
export interface TaskEntry {
  readonly taskId: string;
  /** The endpoint that the call was sent to. */
  readonly endpointIdentity: string;
  /** The endpoint that is reached now; null when the operation is bound no longer. */
  currentEndpoint(): string | null;
  /** Makes a request about the task, or what came back on it, durable. Rejects when the journal cannot. */
  recordLeg(leg: CallLeg, result: LegResult | null): Promise<void>;
}

type Running =
  | { readonly kind: "call"; readonly entry: LedgerEntry; lease: Lease | null }
  | { readonly kind: "task"; readonly entry: TaskEntry };

const PROCEED: GuardVerdict = { kind: "proceed" };

/**
 * Binds the kernel's permits and the journal's legs to the requests that a client is about to write (architecture.md, journey step 5).
 * A call that is not in the ledger sends nothing.
 */
export class CallLedger implements CallGuard {
  readonly #calls = new Map<string, Running>();
  readonly #authority: Authority;
  readonly #clock: { now(): number };

  constructor(options: { readonly authority: Authority; readonly clock: { now(): number } }) {
    this.#authority = options.authority;
    this.#clock = options.clock;
  }

  open(call: string, entry: LedgerEntry): void {
    this.#calls.set(call, { kind: "call", entry, lease: null });
  }

  /** For questions about a call's task, and nothing else: the call itself is not made again. */
  openTask(call: string, entry: TaskEntry): void {
    this.#calls.set(call, { kind: "task", entry });
  }

  isOpen(call: string): boolean {
    return this.#calls.has(call);
  }

  /** Ends the call's lease; a leg that comes later is refused. */
  close(call: string): void {
    const running = this.#calls.get(call);
    if (running?.kind === "call" && running.lease !== null) this.#authority.end(running.lease);
    this.#calls.delete(call);
  }

  async beforeLeg(leg: CallLeg): Promise<GuardVerdict> {
    const running = this.#calls.get(leg.call);
    if (running === undefined) return unknownCall(leg);
    // The intent, durable by now, stands for the first leg of the call itself.
    if (running.kind === "task" || leg.number > 1) await running.entry.recordLeg(leg, null);
    return PROCEED;
  }

  redeem(facts: OutgoingFacts): GuardVerdict {
    const running = this.#calls.get(facts.call);
    if (running === undefined) return unknownCall(facts);
    return running.kind === "call"
      ? this.#redeemCall(running, facts)
      : checkTask(running.entry, facts);
  }

  #redeemCall(
    running: Extract<Running, { readonly kind: "call" }>,
    facts: OutgoingFacts,
  ): GuardVerdict {
    const { entry } = running;
    if (carriesArguments(facts) && facts.target !== entry.sentTarget) {
      return refuse({
        code: "operation_changed",
        reason: "The message names another operation than the one that was decided.",
      });
    }
    const written = facts.argumentsDigest;
    const argumentsDigest = written === entry.sentDigest ? entry.decidedDigest : written;
    const now = this.#clock.now();
    if (running.lease !== null) {
      const held = this.#authority.checkLease(running.lease, {
        now,
        operation: entry.operation,
        endpointIdentity: entry.currentBinding()?.endpointIdentity ?? entry.endpointIdentity,
        argumentsDigest: carriesArguments(facts) ? argumentsDigest : null,
      });
      return held.kind === "held" ? PROCEED : refuse(held);
    }
    const redeemed = this.#authority.redeem(entry.permit, {
      now,
      operation: entry.operation,
      binding: entry.currentBinding(),
      argumentsDigest,
    });
    if (redeemed.kind === "refused") return refuse(redeemed);
    running.lease = redeemed.lease;
    return PROCEED;
  }

  async afterLeg(leg: CallLeg, result: LegResult): Promise<GuardVerdict> {
    const running = this.#calls.get(leg.call);
    if (running === undefined) return unknownCall(leg);
    // A plain answer to the first leg is the outcome, which gets a record of its own before anyone sees it.
    if (
      running.kind === "task" ||
      leg.number > 1 ||
      result.kind === "task" ||
      result.kind === "input_required"
    ) {
      await running.entry.recordLeg(leg, result);
    }
    return PROCEED;
  }
}

/** A question about a task carries no arguments, names that task, and goes where its call went. */
function checkTask(entry: TaskEntry, facts: OutgoingFacts): GuardVerdict {
  if (carriesArguments(facts) || facts.target !== entry.taskId) {
    return refuse({
      code: "operation_changed",
      reason: "The message is no question about the task that was written down.",
    });
  }
  return entry.currentEndpoint() === entry.endpointIdentity
    ? PROCEED
    : refuse({
        code: "identity_changed",
        reason: "The operation is served by another endpoint than the one that has the task.",
      });
}

/** The legs that repeat the call itself; a task's polls name only the task. */
function carriesArguments(facts: OutgoingFacts): boolean {
  switch (facts.kind) {
    case "send":
    case "header_retry":
    case "version_retry":
    case "input_retry":
      return true;
    case "task_get":
    case "task_update":
    case "task_cancel":
      return false;
  }
}

function unknownCall(leg: CallLeg): GuardVerdict {
  return refuse({
    code: "no_intent",
    reason: `A ${leg.method} request without a durable intent was stopped before it was written.`,
  });
}

function refuse(refusal: {
  readonly code: HostProblemCode;
  readonly reason: string;
}): GuardVerdict {
  return { kind: "refuse", code: refusal.code, reason: refusal.reason };
}
