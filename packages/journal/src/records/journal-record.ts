import type { CallFacts } from "./call-facts.js";
import type { Payload } from "./payload.js";

/** The major version of the records that this package writes, and the only one that it reads. */
export const RECORD_VERSION = 1;

/** What every record begins with. Its line ends with the hash, which is not a member of the record in memory. */
export interface RecordFrame {
  readonly v: typeof RECORD_VERSION;
  /** 1 for a session's first record, without gaps, on over its segments. */
  readonly seq: number;
  /** Milliseconds since the epoch when it was queued. */
  readonly at: number;
  /** The highest seq that was durable when this was written; 0 for none. */
  readonly synced: number;
}

/** The first record of each segment file. Written by the journal itself. */
export interface SegmentRecord extends RecordFrame {
  readonly type: "segment";
  /** 1 for the first. */
  readonly number: number;
  /** Hash of the record before it; 64 zeros in the first segment. */
  readonly prev: string;
}

/** What a session is. The second record of the first segment. */
export interface SessionRecord extends RecordFrame {
  readonly type: "session";
  readonly session: string;
  readonly persptVersion: string;
  readonly mode: "agent" | "chat";
  /** Absolute path; null where the session works on none. */
  readonly workspace: string | null;
  readonly configDigest: string;
  /** Absolute paths that no call may touch. */
  readonly protectedPaths: readonly string[];
}

/** The authority that calls are decided under from here on. A description, not an authority. */
export interface GrantRecord extends RecordFrame {
  readonly type: "grant";
  readonly capability: RecordedCapability;
}

export interface RecordedCapability {
  readonly version: number;
  readonly mode: string;
  readonly effects: readonly string[];
  readonly riskCeiling: string;
  readonly criticalEffects: readonly string[];
  readonly asksFrom: string;
  readonly paths: readonly { readonly provider: string | null; readonly path: string }[];
  readonly commands: readonly (readonly string[])[];
  readonly hosts: readonly string[];
  readonly providers:
    | readonly {
        readonly provider: string;
        readonly endpointIdentity: string;
        readonly policyDigest: string;
        readonly toolDigests: readonly string[] | null;
      }[]
    | null;
  readonly callBudget: number | null;
  readonly expiresAt: number | null;
}

/** What a server listed, whole. Replaces the server's earlier catalog. */
export interface CatalogRecord extends RecordFrame {
  readonly type: "catalog";
  readonly server: string;
  readonly transport: "stdio" | "streamable_http";
  readonly endpointIdentity: string;
  readonly epoch: number;
  readonly capabilities: Payload;
  /** An array of the listed tool objects, unknown members included. Registered secret values are redacted, members by name are not. */
  readonly definitions: Payload;
}

/** The decisions on a catalog. Replaces the server's earlier admission. */
export interface AdmissionRecord extends RecordFrame {
  readonly type: "admission";
  readonly server: string;
  readonly epoch: number;
  readonly policyDigest: string;
  /** An array of admitted operations with effect, risk, selectors, bindings, digest and rule. */
  readonly admitted: Payload;
  /** An array of rejected tools with code and reason. */
  readonly rejected: Payload;
}

/** What was said to the model beside its calls' answers: by the person, or by Perspt in the person's stead. */
export interface MessageRecord extends RecordFrame {
  readonly type: "message";
  readonly from: "person" | "perspt";
  /** The text. Registered secret values are redacted. */
  readonly content: Payload;
}

/** What the model said, calls included. */
export interface ModelTurnRecord extends RecordFrame {
  readonly type: "model_turn";
  readonly route: string;
  readonly content: Payload;
  /** Names of members that are not redacted by name here, because a selector or binding of a called operation names them. */
  readonly plainMembers: readonly string[];
}

/** A call that is about to be made. Durable before anything is sent. */
export interface IntentRecord extends RecordFrame, CallFacts {
  readonly type: "intent";
}

/** A call that was decided against; nothing was sent. */
export interface RefusalRecord extends RecordFrame, CallFacts {
  readonly type: "refusal";
  /** Stable snake_case code; the deciding rule where the kernel decided. */
  readonly code: string;
}

/** One request of a call beyond its first send, or what came back on one. Durable before it is written, or before it is acted on. */
export interface LegRecord extends RecordFrame {
  readonly type: "leg";
  readonly intent: number;
  /** 1 for the call's first send, counting up; a process that asks for a task's result counts its own requests from 1. */
  readonly number: number;
  /** `send`, `input_retry`, `task_get`, and so on. */
  readonly kind: string;
  readonly method: string;
  /** `sending` before the request is written, `answered` before its answer is acted on. */
  readonly stage: "sending" | "answered";
  /** What kind of answer it was; null while sending. */
  readonly answer: "complete" | "input_required" | "task" | "server_error" | "lost" | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly content: Payload | null;
  /** Stored plain, because a restart asks for the task's result with it; dropped by `exportSession`. */
  readonly taskId: string | null;
}

/** How a call ended. Durable before anyone sees it. A second one may follow only an `uncertain` one. */
export interface OutcomeRecord extends RecordFrame {
  readonly type: "outcome";
  readonly intent: number;
  readonly kind: "completed" | "tool_error" | "refused" | "failed" | "uncertain";
  readonly mayHaveRun: boolean;
  readonly result: Payload | null;
  readonly error: RecordedCallError | null;
  readonly taskId: string | null;
  readonly durationMs: number;
}

export interface RecordedCallError {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly serverError: { readonly code: number; readonly message: string } | null;
}

/** A person's or a flag's word on a proposed call; the intent or refusal that follows names this record. */
export interface ApprovalRecord extends RecordFrame {
  readonly type: "approval";
  readonly operation: string;
  readonly argumentsDigest: string;
  readonly callKey: string;
  readonly verdict: "granted" | "denied";
  readonly by: "person" | "flag";
  readonly reason: string | null;
  /** What was approved for the rest of the session, as a capability narrower than the grant; null for this call alone. */
  readonly standing: RecordedCapability | null;
}

/** A server's question to a person, or (with an action) its answer. The answer's content is always redacted as a whole. */
export interface ElicitationRecord extends RecordFrame {
  readonly type: "elicitation";
  /** The call it belongs to. */
  readonly intent: number | null;
  readonly server: string;
  readonly request: Payload;
  readonly action: "accept" | "decline" | "cancel" | null;
  readonly answer: Payload | null;
}

/** A server's request to the model, and what became of it. Counts against the server's sampling budget. */
export interface SamplingRecord extends RecordFrame {
  readonly type: "sampling";
  readonly intent: number | null;
  readonly server: string;
  readonly request: Payload;
  readonly verdict: "answered" | "refused";
  readonly code: string | null;
  readonly response: Payload | null;
  readonly tokens: number;
}

/** A person's word on a doubt, or what a restart found out. It settles the doubt, `unknown` included. */
export interface ResolvedRecord extends RecordFrame {
  readonly type: "resolved";
  readonly intent: number;
  readonly verdict: "did" | "did_not" | "unknown";
  readonly note: string;
}

/** From here on redacted values carry digests under a new key, because the old one was lost. Written by the journal itself. */
export interface RekeyRecord extends RecordFrame {
  readonly type: "rekey";
  readonly reason: "key_lost";
}

/** The session ended in an orderly way. */
export interface EndRecord extends RecordFrame {
  readonly type: "end";
  readonly reason: string;
}

/** A whole, verified record of a type that this version does not know. It is kept and changes nothing in the fold. */
export interface UnknownRecord extends RecordFrame {
  readonly type: "unknown";
  readonly recordedType: string;
  /** The record's JSON text. */
  readonly text: string;
}

/** The records that are written. */
export type WrittenRecord =
  | SegmentRecord
  | SessionRecord
  | GrantRecord
  | CatalogRecord
  | AdmissionRecord
  | MessageRecord
  | ModelTurnRecord
  | IntentRecord
  | RefusalRecord
  | LegRecord
  | OutcomeRecord
  | ApprovalRecord
  | ElicitationRecord
  | SamplingRecord
  | ResolvedRecord
  | RekeyRecord
  | EndRecord;

/** A record as it is read back. */
export type JournalRecord = WrittenRecord | UnknownRecord;
