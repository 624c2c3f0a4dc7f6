import { randomUUID } from "node:crypto";
import type { ElicitationRequest } from "@perspt/elicitation";
import type { JsonObject, JsonValue } from "@perspt/json";
import type { InputConsents } from "./call-context.js";
import type { CallErrorCode } from "./call-error-code.js";
import type { CallId } from "./call-guard.js";
import { untilAborted } from "./client-clock.js";
import type { McpDiagnosticCode } from "./diagnostic-code.js";
import { elicitationResponse } from "./elicitation-response.js";
import { type InputRequest, readInputRequests } from "./read-input-requests.js";
import type { SamplingWish } from "./read-sampling.js";
import type { SamplingAnswer } from "./sampling-provider.js";
import { requireSamplingAnswer, samplingResponse } from "./sampling-response.js";
import type { Stop } from "./stop.js";

/** Most rounds of input that one call may ask for, as a task or not (T66). */
export const MAX_INPUT_ROUNDS = 8;

/** Most questions that one call may put to the person (T64). */
export const MAX_ELICITATIONS_PER_CALL = 5;

export type InputFulfilment =
  | { readonly kind: "fulfilled"; readonly responses: JsonObject }
  /** What was asked for is too much, not allowed, not known, malformed or denied: nothing is sent, and the call is given up. */
  | {
      readonly kind: "refused";
      readonly code: string;
      readonly message: string;
      readonly hint: string | null;
    }
  /** The call ended while somebody was being asked. */
  | { readonly kind: "stopped" };

export interface CallInputsOptions {
  readonly consents: InputConsents;
  readonly call: CallId;
  readonly operation: string;
  /** The call's own end, whatever its cause. */
  readonly stop: Stop;
  readonly note: (code: McpDiagnosticCode, sample: string) => void;
}

/** Answers what a server asks for during one call, within the bounds of a call. */
export class CallInputs {
  readonly #options: CallInputsOptions;
  #rounds = 0;
  #elicitations = 0;

  constructor(options: CallInputsOptions) {
    this.#options = options;
  }

  /** Answers one round, its inputs one after the other (Q12). Never rejects. */
  async fulfil(inputRequests: JsonObject): Promise<InputFulfilment> {
    this.#rounds += 1;
    if (this.#rounds > MAX_INPUT_ROUNDS) {
      return refused(
        "too_many_input_rounds",
        `The server asked for input more than ${MAX_INPUT_ROUNDS} times.`,
      );
    }
    const reading = readInputRequests(inputRequests, this.#options.consents);
    if (reading.kind === "refused") return reading;
    const questions = reading.inputs.filter(([, input]) => input.kind === "elicitation").length;
    this.#elicitations += questions;
    if (this.#elicitations > MAX_ELICITATIONS_PER_CALL) {
      return refused(
        "too_many_elicitations",
        `The server asked the person more than ${MAX_ELICITATIONS_PER_CALL} questions during one call.`,
      );
    }
    const responses: [string, JsonValue][] = [];
    for (const [key, input] of reading.inputs) {
      const response = await this.#respond(input);
      if (response.kind !== "response") return response;
      responses.push([key, response.value]);
    }
    return { kind: "fulfilled", responses: Object.fromEntries(responses) };
  }

  async #respond(
    input: InputRequest,
  ): Promise<
    | { readonly kind: "response"; readonly value: JsonValue }
    | Exclude<InputFulfilment, { readonly kind: "fulfilled" }>
  > {
    switch (input.kind) {
      case "roots":
        return { kind: "response", value: this.#roots() };
      case "elicitation": {
        const { reading } = input;
        if (reading.kind === "decline") {
          this.#options.note("elicitation_declined", reading.reason);
          return { kind: "response", value: { action: "decline" } };
        }
        const request = { ...this.#origin(), ...reading.question };
        const value = await this.#elicit(request);
        return value === null ? { kind: "stopped" } : { kind: "response", value };
      }
      case "sampling": {
        const answer = await this.#sample(input.wish);
        if (answer === null) return { kind: "stopped" };
        return answer.kind === "sampled"
          ? { kind: "response", value: samplingResponse(answer) }
          : { kind: "refused", code: answer.code, message: answer.reason, hint: null };
      }
    }
  }

  #roots(): JsonValue {
    const { roots } = this.#options.consents;
    return { roots: roots.map(({ uri, name }) => (name === null ? { uri } : { uri, name })) };
  }

  /** The answer as the protocol spells it; null when the call ended first. */
  async #elicit(request: ElicitationRequest): Promise<JsonValue | null> {
    const { consents, stop, note } = this.#options;
    const { signal } = stop;
    const { elicitation, turns } = consents;
    if (elicitation === null) return { action: "decline" };
    try {
      const answer = await untilAborted(signal, () =>
        turns.run(async () =>
          // The next question of this server must not wait for a provider that ignores the signal.
          untilAborted(signal, () => elicitation.elicit(request, signal)),
        ),
      );
      return answer === null && stop.isStopped ? null : elicitationResponse(request.kind, answer);
    } catch (error) {
      note("elicitation_failed", error instanceof Error ? error.message : String(error));
      return { action: "cancel" };
    }
  }

  async #sample(wish: SamplingWish): Promise<SamplingAnswer | null> {
    const { consents, stop } = this.#options;
    const { signal } = stop;
    const { sampling } = consents;
    if (sampling === null) return { kind: "denied", code: "input_not_enabled", reason: "" };
    const request = { ...this.#origin(), ...wish };
    try {
      const answer = await untilAborted(signal, () => sampling.provider.sample(request, signal));
      if (answer === null && stop.isStopped) return null;
      requireSamplingAnswer(answer);
      return answer;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return {
        kind: "denied",
        code: "sampling_failed",
        reason: `The model could not be asked: ${reason}`,
      };
    }
  }

  #origin() {
    const { consents, call, operation } = this.#options;
    return { id: randomUUID(), serverId: consents.serverId, call, operation };
  }
}

function refused(code: CallErrorCode, message: string) {
  return { kind: "refused", code, message, hint: null } as const;
}
