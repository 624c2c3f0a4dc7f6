import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { JsonObject } from "@perspt/json";
import type { WriteVerdict } from "@perspt/transport";
import { beginFetch } from "./cached-requests.js";
import type { CallContext } from "./call-context.js";
import type { CallId, CallLeg, GuardVerdict, LegKind, LegResult } from "./call-guard.js";
import type { CallOutcome } from "./call-outcome.js";
import { refusedAsTold, uncertainAsTold } from "./classify-failure.js";
import { verdictNow, verdictOf } from "./guard-verdict.js";
import { outgoingFacts } from "./outgoing-facts.js";
import type { ResultReading } from "./read-result.js";
import type { CacheFetch } from "./result-cache.js";
import type { Stop } from "./stop.js";
import type { WireReply } from "./wire-reply.js";

const TASK_LEGS: ReadonlySet<LegKind> = new Set(["task_get", "task_update", "task_cancel"]);

export interface LegRequest {
  readonly kind: LegKind;
  readonly method: string;
  readonly params: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
  readonly stop: Stop;
  /** What the leg's result is, for the guard and for the call. */
  read(result: JsonObject): ResultReading;
}

export type LegEnd =
  | { readonly kind: "result"; readonly reading: ResultReading }
  | { readonly kind: "no_result"; readonly reply: Exclude<WireReply, { readonly kind: "result" }> }
  /** The guard said no; the call is over. */
  | { readonly kind: "outcome"; readonly outcome: CallOutcome };

/** Sends the legs of one call, each under the guard, and remembers whether anything of the call was written. */
export class GuardedLegs {
  readonly call: CallId;
  readonly #context: CallContext;
  #number = 0;
  #written = false;

  constructor(context: CallContext, call: CallId) {
    this.#context = context;
    this.call = call;
  }

  /** Whether the first byte of any leg may have left. */
  get written(): boolean {
    return this.#written;
  }

  async send(request: LegRequest): Promise<LegEnd> {
    const fetch = beginFetch(this.#context.cache, request.method, request.params);
    try {
      return await this.#send(request, fetch);
    } finally {
      fetch.end();
    }
  }

  async #send(request: LegRequest, fetch: CacheFetch): Promise<LegEnd> {
    const { guard, clock } = this.#context;
    this.#number += 1;
    const { kind, method } = request;
    const leg: CallLeg = { call: this.call, number: this.#number, kind, method };
    const before = await verdictOf("beforeLeg", () => guard.beforeLeg(leg));
    if (before.kind === "refuse") return this.#refusedByGuard(before);
    const reply = await this.#write(leg, request);
    const receivedAt = clock.now();
    if (reply.kind === "link_failed" && reply.error.code === "write_refused") {
      const { code, reason } = reply.error.refusal ?? { code: "write_refused", reason: "" };
      return this.#refusedByGuard({ kind: "refuse", code, reason });
    }
    const reading = reply.kind === "result" ? request.read(reply.result) : null;
    const after = await verdictOf("afterLeg", () => guard.afterLeg(leg, legResult(reply, reading)));
    if (after.kind === "refuse") return this.#refusedByGuard(after);
    if (reply.kind !== "result") return { kind: "no_result", reply };
    if (reading?.kind === "complete") fetch.keep(reading.result, receivedAt);
    return { kind: "result", reading: reading ?? { kind: "invalid", reason: "it was not read" } };
  }

  async #write(leg: CallLeg, request: LegRequest): Promise<WireReply> {
    const { guard, session, timeoutMs, meta, progress } = this.#context;
    const { method, params, headers, stop } = request;
    // What is said of a task stands in its state: polls ask for neither progress nor logs (J18).
    const token = TASK_LEGS.has(leg.kind) ? null : progress.open(leg.call);
    try {
      return await session.request({
        method,
        params:
          token === null ? params : { ...params, _meta: { ...meta, progressToken: token.token } },
        headers,
        stop,
        timeoutMs,
        onBegin: null,
        gate: (message: JSONRPCMessage): WriteVerdict => {
          const verdict = verdictNow(() => guard.redeem(outgoingFacts(leg, message)));
          if (verdict.kind === "proceed") this.#written = true;
          return verdict;
        },
      });
    } finally {
      token?.close();
    }
  }

  #refusedByGuard({ code, reason }: Extract<GuardVerdict, { readonly kind: "refuse" }>): LegEnd {
    const error = { code, message: reason, hint: null, serverError: null };
    const outcome = this.#written ? uncertainAsTold(error) : refusedAsTold(error);
    return { kind: "outcome", outcome };
  }
}

function legResult(reply: WireReply, reading: ResultReading | null): LegResult {
  switch (reply.kind) {
    case "result":
      return readingResult(reply.result, reading);
    case "server_error":
      return { kind: "server_error", code: reply.code, message: reply.message };
    case "link_failed":
      return { kind: "lost", code: reply.error.code, mayHaveRun: reply.error.mayHaveRun };
    case "timed_out":
      return { kind: "lost", code: "timeout", mayHaveRun: reply.written };
    case "deadline_passed":
    case "cancelled":
      return { kind: "lost", code: reply.kind, mayHaveRun: reply.written };
    case "invalid":
      return { kind: "lost", code: "invalid_result", mayHaveRun: reply.written };
  }
}

function readingResult(result: JsonObject, reading: ResultReading | null): LegResult {
  switch (reading?.kind) {
    case "input_required":
      return { kind: "input_required", result };
    case "task":
      return { kind: "task", taskId: reading.taskId, result };
    case "complete":
      return { kind: "complete", result };
    case "invalid":
    case undefined:
      return { kind: "lost", code: "invalid_result", mayHaveRun: true };
  }
}
