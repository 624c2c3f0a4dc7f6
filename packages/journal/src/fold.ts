import type { Doubt, JournalState, SamplingUse } from "./journal-state.js";
import { OwnedMap } from "./owned-map.js";
import type {
  AdmissionRecord,
  ApprovalRecord,
  CatalogRecord,
  GrantRecord,
  JournalRecord,
  OutcomeRecord,
  SessionRecord,
  WrittenRecord,
} from "./records/journal-record.js";

export const EMPTY_STATE: JournalState = {
  seq: 0,
  session: null,
  grant: null,
  catalogs: new Map(),
  admissions: new Map(),
  approvals: new Map(),
  callsSpent: 0,
  sampling: new Map(),
  doubts: new Map(),
  ended: false,
};

/** One more record. Pure: the state before it stays as it is. */
export function fold(state: JournalState, record: JournalRecord): JournalState {
  const next = new StateFold(state);
  next.take(record);
  return next.snapshot();
}

/** Adds records up in place. What `snapshot` gave is a value: what is taken later does not show in it. */
export class StateFold {
  #seq: number;
  #session: SessionRecord | null;
  #grant: GrantRecord | null;
  readonly #catalogs: OwnedMap<string, CatalogRecord>;
  readonly #admissions: OwnedMap<string, AdmissionRecord>;
  readonly #approvals: OwnedMap<number, ApprovalRecord>;
  #callsSpent: number;
  readonly #sampling: OwnedMap<string, SamplingUse>;
  readonly #doubts: OwnedMap<number, Doubt>;
  #ended: boolean;
  #snapshot: JournalState | null;

  constructor(state: JournalState = EMPTY_STATE) {
    this.#seq = state.seq;
    this.#session = state.session;
    this.#grant = state.grant;
    this.#catalogs = new OwnedMap(state.catalogs);
    this.#admissions = new OwnedMap(state.admissions);
    this.#approvals = new OwnedMap(state.approvals);
    this.#callsSpent = state.callsSpent;
    this.#sampling = new OwnedMap(state.sampling);
    this.#doubts = new OwnedMap(state.doubts);
    this.#ended = state.ended;
    this.#snapshot = state;
  }

  /** The highest seq taken. */
  get seq(): number {
    return this.#seq;
  }

  /** Whether the effect of the call that was intended there is not known. */
  isOpen(intent: number): boolean {
    return this.#doubts.has(intent);
  }

  snapshot(): JournalState {
    this.#snapshot ??= {
      seq: this.#seq,
      session: this.#session,
      grant: this.#grant,
      catalogs: this.#catalogs.share(),
      admissions: this.#admissions.share(),
      approvals: this.#approvals.share(),
      callsSpent: this.#callsSpent,
      sampling: this.#sampling.share(),
      doubts: this.#doubts.share(),
      ended: this.#ended,
    };
    return this.#snapshot;
  }

  take(record: JournalRecord): void {
    this.#snapshot = null;
    this.#seq = record.seq;
    this.#ended = record.type === "end";
    switch (record.type) {
      case "session":
        this.#session = record;
        return;
      case "grant":
        this.#grant = record;
        return;
      case "catalog":
        this.#catalogs.set(record.server, record);
        return;
      case "admission":
        this.#admissions.set(record.server, record);
        return;
      case "approval":
        this.#approvals.set(record.seq, record);
        return;
      case "intent":
        this.#callsSpent += 1;
        this.#useApproval(record.approval);
        this.#doubts.set(record.seq, doubtOf(record));
        return;
      case "refusal":
        this.#useApproval(record.approval);
        return;
      case "leg": {
        const doubt = this.#doubts.get(record.intent);
        if (record.taskId === null || doubt === undefined) return;
        this.#doubts.set(record.intent, { ...doubt, taskId: record.taskId });
        return;
      }
      case "outcome":
        this.#takeOutcome(record);
        return;
      case "resolved":
        this.#doubts.delete(record.intent);
        return;
      case "sampling": {
        const used = this.#sampling.get(record.server) ?? { requests: 0, tokens: 0 };
        const now = { requests: used.requests + 1, tokens: used.tokens + record.tokens };
        this.#sampling.set(record.server, now);
        return;
      }
      case "segment":
      case "message":
      case "model_turn":
      case "elicitation":
      case "rekey":
      case "end":
      case "unknown":
        return;
    }
  }

  #useApproval(approval: number | null): void {
    if (approval !== null) this.#approvals.delete(approval);
  }

  /** An uncertain outcome keeps the doubt and says why; every other one settles it. */
  #takeOutcome(outcome: OutcomeRecord): void {
    const doubt = this.#doubts.get(outcome.intent);
    if (doubt === undefined) return;
    if (outcome.kind !== "uncertain") {
      this.#doubts.delete(outcome.intent);
      return;
    }
    this.#doubts.set(outcome.intent, {
      ...doubt,
      cause: "uncertain",
      code: outcome.error?.code ?? null,
      taskId: outcome.taskId ?? doubt.taskId,
    });
  }
}

function doubtOf(intent: Extract<WrittenRecord, { readonly type: "intent" }>): Doubt {
  const { seq, operation, server, effect, risk, touches, callKey, at } = intent;
  const { epoch, endpointIdentity, policyDigest, toolDigest } = intent;
  return {
    intent: seq,
    operation,
    server,
    effect,
    risk,
    touches,
    binding: { epoch, endpointIdentity, policyDigest, toolDigest },
    callKey,
    at,
    cause: "no_outcome",
    code: null,
    taskId: null,
  };
}
