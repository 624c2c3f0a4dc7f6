import type { Environment, ServerConfig } from "@perspt/config";
import type { McpElicitationProvider } from "@perspt/elicitation";
import type { CallOrigin } from "@perspt/journal";
import type { JsonObject, JsonValue } from "@perspt/json";
import type { Authority, Capability, Decision, OperationBinding } from "@perspt/kernel";
import type { CallOutcome, McpSamplingProvider } from "@perspt/mcp-client";
import type { AdmittedOperation, Mode } from "@perspt/policy";
import type { ApprovalsPort } from "./approvals-port.js";
import type { RawArguments } from "./argument-check.js";
import type { HostObserver } from "./host-event.js";
import type { LocalOperation } from "./local-operation.js";
import type { Pause } from "./pause.js";
import type { ResumedTask } from "./resume-task.js";
import type { SamplingBudget } from "./sampling-budget.js";
import type { HostProblem, ServerReport } from "./server-report.js";
import type { SessionJournal } from "./session-records.js";

/** What a host is made of. It opens no file and no connection before it is asked to. */
export interface McpHostOptions {
  readonly mode: Mode;
  readonly servers: readonly ServerConfig[];
  /** In-process operations that share the catalog, the kernel and the journal; none when left out. */
  readonly localOperations?: readonly LocalOperation[];
  /** Held by the composition root alone; the host issues and redeems permits with it. */
  readonly authority: Authority;
  readonly capability: Capability;
  /** Opened with the first decision of a call; listing and inspecting create nothing on disk. */
  readonly journal: SessionJournal;
  /** Null, or left out, where nobody can be asked: then an ask is a deny. */
  readonly approvals?: ApprovalsPort | null;
  /** Answers what servers that opted in ask the person; left out, everything is declined. */
  readonly elicitation?: McpElicitationProvider;
  /** Answers servers that opted in with the user's model; left out, none of them may ask. */
  readonly sampling?: McpSamplingProvider;
  /** What each server may have of the model during the session; `DEFAULT_SAMPLING_BUDGET` when left out. */
  readonly samplingBudget?: SamplingBudget;
  /** Told what happens to servers and what they tell. */
  readonly observe?: HostObserver;
  /** Variables that `env_from_env` and `headers_from_env` read, and `PATH`. */
  readonly environment: Environment;
  /** Children's working directory, absolute; part of each stdio server's identity. */
  readonly workingDirectory: string;
  /** Programs inside this absolute path are not started, because whatever works there could have planted them; null for none. */
  readonly workspace: string | null;
  /** Absolute paths that no call may touch: configuration, policy, journal. */
  readonly protectedPaths: readonly string[];
  readonly clientVersion: string;
  /** Milliseconds since the epoch; the machine's own when left out. */
  readonly clock?: { now(): number };
  /** Waits between starts of a lost server; left out, by the machine's clock. */
  readonly pause?: Pause;
  /** A number from 0 up to 1, for the jitter of restarts. */
  readonly random?: () => number;
}

/** An operation as a model may be shown it. The words of a remote tool are the server's: untrusted. */
export interface OfferedOperation extends AdmittedOperation {
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** What its name stands for now: handed back with a call, it says what was chosen. */
  readonly binding: OperationBinding;
}

/** A call as a model or a person asks for it; the host finds the operation and judges the arguments. */
export interface GovernedCallRequest {
  /** Operation name (`mcp.docs.search`) or its model-facing alias (`mcp__docs__search`). */
  readonly operation: string;
  readonly arguments: RawArguments;
  /**
   * The binding that the caller chose the operation by. The call is refused as `stale_binding` when the definition, the endpoint or the
   * policy has changed since; left out, the call is of whatever the name stands for now.
   */
  readonly binding?: OperationBinding;
  /** The recorded turn of the model that proposed the call; left out where no model did. */
  readonly origin?: CallOrigin;
  readonly signal: AbortSignal;
}

/** The end of a doubt, and how it is known. */
export interface SettledDoubt {
  readonly intent: number;
  readonly verdict: "did" | "did_not" | "unknown";
  readonly note: string;
}

/** What is said to a model, beside the answers to its calls. */
export interface SpokenMessage {
  /** The person, or Perspt in the person's stead: what the verifier found. */
  readonly from: "person" | "perspt";
  readonly text: string;
}

/** What a model said in one turn, to be written down before any call of it is made. */
export interface ModelTurn {
  /** The route's name. */
  readonly route: string;
  readonly content: JsonValue;
  /** The operations that it calls: what their policies look at is not redacted by its name. */
  readonly operations: readonly string[];
}

/** A governed call's end: durable in the journal before it was returned. */
export interface GovernedOutcome {
  readonly operation: string;
  readonly outcome: CallOutcome;
  /** Null when the call ended before there was anything to decide: no such operation, unreadable arguments. */
  readonly decision: Decision | null;
  /** Null when the refusal was not worth a record because no session was ever opened. */
  readonly journal: { readonly session: string; readonly seq: number } | null;
  readonly durationMs: number;
}

/** Why a call would be allowed or refused, decided without making it; or why there is nothing to decide. */
export type Explanation =
  | { readonly kind: "explained"; readonly operation: string; readonly decision: Decision }
  | { readonly kind: "unexplained"; readonly problem: HostProblem };

/** The governed plane over several servers. It knows no model and never prints. */
export interface McpHost {
  /** Connects to every server of the mode, side by side. Never rejects: a server that fails says so in its report. */
  discover(signal: AbortSignal): Promise<readonly ServerReport[]>;
  /** The reports as they stand, in configuration order; asks no server. */
  reports(): readonly ServerReport[];
  /** Operations that the listing phase of the kernel offers now: what a model may be shown. */
  offered(): readonly OfferedOperation[];
  /** The decision that a call would meet now, and why; calls nothing and writes nothing. */
  explain(operation: string, argumentsValue: RawArguments | null): Promise<Explanation>;
  /** One governed call. Never rejects for anything a server, a model or a user can cause. */
  call(request: GovernedCallRequest): Promise<GovernedOutcome>;
  /**
   * The calls of one model turn: side by side where they touch nothing in common, in the order given where they do (governance.md,
   * Scheduling). The outcomes stand in the order of the calls. Never rejects.
   */
  callTurn(requests: readonly GovernedCallRequest[]): Promise<readonly GovernedOutcome[]>;
  /**
   * Asks a server for the result of a call that was left in doubt as a task, by its intent's seq in the session that is continued: nothing
   * is called again. Connects to that server alone, which must be the same endpoint under the same policy; follows the task until it ends
   * or `max_task_wait_ms` is over. What it says is durable before this resolves, and settles the doubt where it is definite. Never rejects.
   */
  resumeTask(intent: number, signal: AbortSignal): Promise<ResumedTask>;
  /** Writes down what is said to the model. Durable when it resolves; rejects with a `JournalError` when it cannot be made so. */
  recordMessage(message: SpokenMessage): Promise<void>;
  /**
   * Writes a model's turn down and resolves with its seq, for the `origin` of its calls. Rejects with a `JournalError` when it cannot be
   * made durable.
   */
  recordTurn(turn: ModelTurn): Promise<number>;
  /**
   * What was found out about a call in doubt, by its intent's seq, without asking its server: it then stands in nobody's way. Durable when
   * it resolves; rejects with a `JournalError` when it cannot be made so.
   */
  settle(doubt: SettledDoubt): Promise<void>;
  /** Resolves when no server's list is being read again: what is offered is what was listed last. Honours the signal. */
  settled(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
