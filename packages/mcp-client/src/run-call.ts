import { isJsonObject, type JsonObject } from "@perspt/json";
import type { CallContext } from "./call-context.js";
import { type CallDeadline, startDeadline } from "./call-deadline.js";
import type { LegKind } from "./call-guard.js";
import type { CallOutcome } from "./call-outcome.js";
import { classifyFailure, refused, uncertain } from "./classify-failure.js";
import { followTask } from "./follow-task.js";
import { fulfilInputs } from "./fulfil-inputs.js";
import { GuardedLegs } from "./guarded-legs.js";
import { judgeResult } from "./judge-result.js";
import { type CallOptions, type McpRequest, PROTOCOL_VERSION } from "./mcp-client.js";
import { parameterHeaders } from "./parameter-headers.js";
import { readResult } from "./read-result.js";
import { spellRequest } from "./request-params.js";
import type { WireReply } from "./wire-reply.js";

/** Most rounds of input that one call may ask for (T66). */
export const MAX_INPUT_ROUNDS = 8;

/** Longest `requestState` that is echoed, in bytes (T66). */
export const MAX_REQUEST_STATE_BYTES = 64 * 1024;

const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;

/** Runs one request to its outcome: its first send, the two second sends that the protocol asks for, input rounds and tasks. Never rejects. */
export async function runCall(
  context: CallContext,
  request: McpRequest,
  options: CallOptions,
): Promise<CallOutcome> {
  const deadline = startDeadline(context.maxTaskWaitMs, options.signal);
  try {
    return await new CallRun(context, request, options, deadline).run();
  } finally {
    deadline.clear();
  }
}

class CallRun {
  readonly #context: CallContext;
  readonly #deadline: CallDeadline;
  readonly #legs: GuardedLegs;
  readonly #operation: string;
  #request: McpRequest;
  #rounds = 0;
  readonly #spentRetries = new Set<LegKind>();

  constructor(
    context: CallContext,
    request: McpRequest,
    options: CallOptions,
    deadline: CallDeadline,
  ) {
    this.#context = context;
    this.#request = request;
    this.#deadline = deadline;
    this.#legs = new GuardedLegs(context, options.call);
    this.#operation = request.kind === "tool" ? request.tool.name : request.kind;
  }

  async run(): Promise<CallOutcome> {
    let kind: LegKind = "send";
    let further: JsonObject = {};
    while (true) {
      const headers = this.#headers();
      if (headers.kind === "unsafe_integer") return unsafeInteger(headers.path, this.#legs.sent);
      const { method, params } = spellRequest(this.#request);
      const end = await this.#legs.send({
        kind,
        method,
        params: { ...params, ...further },
        headers: headers.headers,
        signal: this.#deadline.signal,
        read: (result) => readResult(result, { method, tasksDeclared: this.#context.tasks }),
      });
      if (end.kind === "outcome") return end.outcome;
      const { reply, reading } = end;
      if (reply.kind !== "result") {
        const retry = await this.#secondSend(reply);
        if (retry === null) return classifyFailure(reply, kind !== "send");
        kind = retry;
        continue;
      }
      switch (reading?.kind) {
        case "complete":
          return judgeResult(this.#request, reading.result, this.#context);
        case "task":
          return followTask(this.#context, {
            legs: this.#legs,
            request: this.#request,
            operation: this.#operation,
            taskId: reading.taskId,
            seed: reading.task,
            signal: this.#deadline.signal,
          });
        case "input_required": {
          const round = await this.#inputRound(reading.inputRequests, reading.requestState);
          if (round.kind === "outcome") return round.outcome;
          kind = "input_retry";
          further = round.params;
          break;
        }
        case "invalid":
          return invalidResult(reading.reason);
        case undefined:
          return invalidResult("it was not read");
      }
    }
  }

  #headers() {
    const { transport } = this.#context;
    return this.#request.kind === "tool" && transport === "streamable_http"
      ? parameterHeaders(this.#request.tool.inputSchema, this.#request.arguments)
      : ({ kind: "headers", headers: {} } as const);
  }

  /** The two errors that allow one more send each: the headers were stale, or the version was not understood (H10, V9). */
  async #secondSend(reply: WireReply): Promise<LegKind | null> {
    const error =
      reply.kind === "link_failed" && reply.error.serverError !== undefined
        ? reply.error.serverError
        : reply;
    if (!("code" in error)) return null;
    if (error.code === HEADER_MISMATCH && this.#request.kind === "tool") {
      if (!this.#spend("header_retry")) return null;
      const { tool } = this.#request;
      const fresh = await this.#context.refetchTool(tool.name, this.#deadline.signal);
      if (fresh === null) return null;
      this.#request = { ...this.#request, tool: fresh };
      return "header_retry";
    }
    if (error.code === UNSUPPORTED_VERSION && offersOurVersion(error.data)) {
      return this.#spend("version_retry") ? "version_retry" : null;
    }
    return null;
  }

  #spend(kind: LegKind): boolean {
    if (this.#spentRetries.has(kind)) return false;
    this.#spentRetries.add(kind);
    return true;
  }

  async #inputRound(
    inputRequests: JsonObject,
    requestState: string | null,
  ): Promise<
    | { readonly kind: "retry"; readonly params: JsonObject }
    | { readonly kind: "outcome"; readonly outcome: CallOutcome }
  > {
    this.#rounds += 1;
    if (this.#rounds > MAX_INPUT_ROUNDS) {
      return abandoned(
        "too_many_input_rounds",
        `The server asked for input more than ${MAX_INPUT_ROUNDS} times.`,
      );
    }
    if (requestState !== null && Buffer.byteLength(requestState) > MAX_REQUEST_STATE_BYTES) {
      return abandoned(
        "request_state_too_large",
        `The server's requestState is longer than ${MAX_REQUEST_STATE_BYTES} bytes.`,
      );
    }
    const { signal } = this.#deadline;
    const inputs = await fulfilInputs(this.#context, this.#operation, inputRequests, signal);
    if (inputs.kind === "refused") return abandoned(inputs.code, inputs.message);
    return {
      kind: "retry",
      params: {
        inputResponses: inputs.responses,
        // As it came, or not at all (Q4).
        ...(requestState === null ? {} : { requestState }),
      },
    };
  }
}

function offersOurVersion(data: unknown): boolean {
  const supported = isJsonObject(data) ? data["supported"] : undefined;
  return Array.isArray(supported) && supported.includes(PROTOCOL_VERSION);
}

function abandoned(code: string, message: string) {
  const outcome = uncertain({
    code,
    message,
    hint: "The call was given up after it had been sent.",
    serverError: null,
  });
  return { kind: "outcome", outcome } as const;
}

function invalidResult(reason: string): CallOutcome {
  return uncertain({
    code: "invalid_result",
    message: `The server's result cannot be used: ${reason}.`,
    hint: null,
    serverError: null,
  });
}

function unsafeInteger(path: string, sent: boolean): CallOutcome {
  const error = {
    code: "unsafe_integer",
    message: `The argument ${path} is mirrored into a header, where only whole numbers up to 2^53 - 1 are safe.`,
    hint: null,
    serverError: null,
  };
  return sent ? uncertain(error) : refused(error);
}
