import { isJsonObject, type JsonObject } from "@perspt/json";
import type { CallContext } from "./call-context.js";
import { type CallFrame, withinFrame } from "./call-frame.js";
import type { LegKind } from "./call-guard.js";
import type { CallOutcome } from "./call-outcome.js";
import {
  classifyFailure,
  type EarlierLegs,
  refused,
  uncertain,
  uncertainAsTold,
  type WireFailure,
} from "./classify-failure.js";
import { pause } from "./client-clock.js";
import { followTask } from "./follow-task.js";
import { judgeResult } from "./judge-result.js";
import { type CallOptions, type McpRequest, PROTOCOL_VERSION } from "./mcp-client.js";
import { type MirroredArguments, mirrorArguments } from "./mirrored-arguments.js";
import { type ResultReading, readResult } from "./read-result.js";
import { spellRequest } from "./request-params.js";
import { stoppedOutcome } from "./stopped-outcome.js";
import { unsendable } from "./unsendable-call.js";

/** Longest `requestState` that is echoed, in bytes (T66). */
export const MAX_REQUEST_STATE_BYTES = 64 * 1024;

/** Pace of rounds that ask for nothing but to be called again (Q7). */
export const STATE_ONLY_PAUSE_MS = 250;

const GIVEN_UP = "The call was given up after it had been sent.";

const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;

/**
 * Runs one request to its outcome: its first send, the two second sends that the protocol asks for, input rounds and tasks. Never
 * rejects.
 */
export async function runCall(
  context: CallContext,
  request: McpRequest,
  options: CallOptions,
): Promise<CallOutcome> {
  const capability = CAPABILITIES[request.kind];
  if (!Object.hasOwn(context.capabilities, capability)) return notOffered(capability);
  return withinFrame(context, request, options, (frame) =>
    new CallRun(context, request, frame).run(),
  );
}

/** What a server has to advertise before it is asked (R8). */
const CAPABILITIES: Readonly<Record<McpRequest["kind"], string>> = {
  tool: "tools",
  resources_list: "resources",
  resource_templates_list: "resources",
  resource_read: "resources",
  prompts_list: "prompts",
  prompt_get: "prompts",
  complete: "completions",
};

function notOffered(capability: string): CallOutcome {
  return refused({
    code: "capability_not_advertised",
    message: `The server does not advertise ${capability}, so it was not asked.`,
    hint: null,
    serverError: null,
  });
}

/** What the next leg of a call is. */
interface NextLeg {
  readonly kind: LegKind;
  /** What a retry adds to the request's own parameters. */
  readonly added: JsonObject;
}

type Step =
  | { readonly kind: "next"; readonly leg: NextLeg }
  | { readonly kind: "outcome"; readonly outcome: CallOutcome };

class CallRun {
  readonly #context: CallContext;
  readonly #frame: CallFrame;
  readonly #spentRetries = new Set<LegKind>();
  #request: McpRequest;
  #earlier: EarlierLegs = "none";

  constructor(context: CallContext, request: McpRequest, frame: CallFrame) {
    this.#context = context;
    this.#request = request;
    this.#frame = frame;
  }

  async run(): Promise<CallOutcome> {
    let leg: NextLeg = { kind: "send", added: {} };
    while (true) {
      const step = await this.#send(leg);
      if (step.kind === "outcome") return step.outcome;
      leg = step.leg;
    }
  }

  async #send({ kind, added }: NextLeg): Promise<Step> {
    const mirrored = this.#headers();
    if (mirrored.kind !== "headers") return ended(unsendable(mirrored, this.#earlier));
    const { method, params } = spellRequest(this.#request);
    const { inputRounds, tasks } = this.#context;
    const end = await this.#frame.legs.send({
      kind,
      method,
      params: { ...params, ...added },
      headers: mirrored.headers,
      stop: this.#frame.stop,
      read: (result) => readResult(result, { method, inputRounds, tasks }),
    });
    switch (end.kind) {
      case "outcome":
        return ended(end.outcome);
      case "no_result":
        return await this.#secondSend(end.reply, added);
      case "result":
        this.#earlier = "may_have_run";
        return await this.#act(end.reading);
    }
  }

  async #act(reading: ResultReading): Promise<Step> {
    switch (reading.kind) {
      case "complete":
        return ended(await judgeResult(this.#request, reading.result, this.#context));
      case "task":
        return ended(
          await followTask(this.#context, {
            ...this.#frame,
            request: this.#request,
            taskId: reading.taskId,
            seed: reading.task,
          }),
        );
      case "input_required":
        return this.#inputRound(reading.inputRequests, reading.requestState);
      case "invalid":
        return ended(
          uncertain({
            code: "invalid_result",
            message: `The server's result cannot be used: ${reading.reason}.`,
            hint: null,
            serverError: null,
          }),
        );
    }
  }

  #headers(): MirroredArguments {
    return this.#request.kind === "tool" && this.#context.transport === "streamable_http"
      ? mirrorArguments(this.#request.tool.inputSchema, this.#request.arguments)
      : { kind: "headers", headers: {} };
  }

  /** The two errors that allow one more send each: the headers were stale, or the version was not understood (H10, V9). */
  async #secondSend(reply: WireFailure, added: JsonObject): Promise<Step> {
    const kind = await this.#retryAfter(reply);
    if (kind === null) return ended(classifyFailure(reply, this.#earlier));
    if (this.#earlier === "none") this.#earlier = "turned_away";
    return { kind: "next", leg: { kind, added } };
  }

  async #retryAfter(reply: WireFailure): Promise<LegKind | null> {
    const error = reply.kind === "link_failed" ? reply.error.serverError : reply;
    if (error === undefined || !("code" in error)) return null;
    if (error.code === HEADER_MISMATCH && this.#request.kind === "tool") {
      if (!this.#spend("header_retry")) return null;
      const { tool } = this.#request;
      const fresh = await this.#context.refetchTool(tool.name, this.#frame.stop.signal);
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

  async #inputRound(inputRequests: JsonObject, requestState: string | null): Promise<Step> {
    if (requestState !== null && Buffer.byteLength(requestState) > MAX_REQUEST_STATE_BYTES) {
      return ended(
        uncertain({
          code: "request_state_too_large",
          message: `The server's requestState is longer than ${MAX_REQUEST_STATE_BYTES} bytes.`,
          hint: GIVEN_UP,
          serverError: null,
        }),
      );
    }
    const asksNothing = Object.keys(inputRequests).length === 0;
    const { inputs: given, stop } = this.#frame;
    if (asksNothing) await pause(this.#context.clock, STATE_ONLY_PAUSE_MS, stop.signal);
    const inputs = await given.fulfil(inputRequests);
    if (inputs.kind === "refused") {
      const { code, message } = inputs;
      const hint = inputs.hint === null ? GIVEN_UP : `${inputs.hint} ${GIVEN_UP}`;
      return ended(uncertainAsTold({ code, message, hint, serverError: null }));
    }
    if (inputs.kind === "stopped" || stop.isStopped) return ended(stoppedOutcome(stop));
    return {
      kind: "next",
      leg: {
        kind: "input_retry",
        added: {
          ...(asksNothing ? {} : { inputResponses: inputs.responses }),
          // As it came, or not at all (Q4).
          ...(requestState === null ? {} : { requestState }),
        },
      },
    };
  }
}

function ended(outcome: CallOutcome): Step {
  return { kind: "outcome", outcome };
}

function offersOurVersion(data: unknown): boolean {
  const supported = isJsonObject(data) ? data["supported"] : undefined;
  return Array.isArray(supported) && supported.includes(PROTOCOL_VERSION);
}
