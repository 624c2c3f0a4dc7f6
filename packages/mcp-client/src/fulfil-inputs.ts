import { randomUUID } from "node:crypto";
import type { ElicitationAnswer, ElicitationRequest } from "@perspt/elicitation";
import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import type { CallContext } from "./call-context.js";

/** Most inputs that one round may ask for (T66). */
export const MAX_INPUTS_PER_ROUND = 16;

export type InputFulfilment =
  | { readonly kind: "fulfilled"; readonly responses: JsonObject }
  /** What was asked for is not allowed, not known or malformed: nothing is sent, and the call ends. */
  | { readonly kind: "refused"; readonly code: string; readonly message: string };

/**
 * Answers what a server asks for in one round, one after the other, so that a person meets one question at a time (Q12). Everything is
 * looked at before anything is asked: a round with one unknown or disallowed input asks nobody anything (Q2, Q3).
 */
export async function fulfilInputs(
  context: CallContext,
  operation: string,
  inputRequests: JsonObject,
  signal: AbortSignal,
): Promise<InputFulfilment> {
  const entries = Object.entries(inputRequests);
  if (entries.length > MAX_INPUTS_PER_ROUND) {
    return refuse(
      "too_many_inputs",
      `The server asks for ${entries.length} inputs at once; at most ${MAX_INPUTS_PER_ROUND} are answered.`,
    );
  }
  const inputs: (readonly [string, Input])[] = [];
  for (const [key, request] of entries) {
    const input = readInput(context, operation, request);
    if (input.kind === "refused") return input;
    inputs.push([key, input]);
  }
  const responses: [string, JsonValue][] = [];
  for (const [key, input] of inputs) responses.push([key, await respond(context, input, signal)]);
  return { kind: "fulfilled", responses: Object.fromEntries(responses) };
}

type Input =
  | { readonly kind: "elicitation"; readonly request: ElicitationRequest }
  | { readonly kind: "roots" };

function readInput(
  context: CallContext,
  operation: string,
  request: JsonValue,
): Input | Extract<InputFulfilment, { readonly kind: "refused" }> {
  const method = isJsonObject(request) ? request["method"] : undefined;
  const params = isJsonObject(request) && isJsonObject(request["params"]) ? request["params"] : {};
  switch (method) {
    case "elicitation/create": {
      if (context.elicitation === null) return notEnabled("elicitation", context.serverId);
      const elicitation = readElicitation(context, operation, params);
      return elicitation === null
        ? refuse(
            "invalid_input_request",
            "The server asks the person something in a form that is not known.",
          )
        : { kind: "elicitation", request: elicitation };
    }
    case "roots/list":
      return context.roots.length === 0 ? notEnabled("roots", context.serverId) : { kind: "roots" };
    case "sampling/createMessage":
      return notEnabled("sampling", context.serverId);
    default:
      return refuse(
        "unknown_input_request",
        "The server asks for a kind of input that is not known.",
      );
  }
}

/** A missing mode means a form (F2); any other than the two is none. */
function readElicitation(
  context: CallContext,
  operation: string,
  params: JsonObject,
): ElicitationRequest | null {
  const { message, mode = "form", requestedSchema, url } = params;
  if (typeof message !== "string") return null;
  const origin = { id: randomUUID(), serverId: context.serverId, operation, message };
  if (mode === "form" && isJsonObject(requestedSchema)) {
    return { ...origin, kind: "form", requestedSchema };
  }
  if (mode === "url" && typeof url === "string") return { ...origin, kind: "url", url };
  return null;
}

async function respond(
  context: CallContext,
  input: Input,
  signal: AbortSignal,
): Promise<JsonValue> {
  switch (input.kind) {
    case "roots":
      return {
        roots: context.roots.map(({ uri, name }) => (name === null ? { uri } : { uri, name })),
      };
    case "elicitation":
      return answerOf(input.request, await elicit(context, input.request, signal));
  }
}

async function elicit(
  { elicitation }: CallContext,
  request: ElicitationRequest,
  signal: AbortSignal,
): Promise<ElicitationAnswer> {
  // An address of another scheme is nothing that a person could safely be shown (T62).
  if (elicitation === null || (request.kind === "url" && !/^https?:\/\//i.test(request.url))) {
    return { action: "decline" };
  }
  try {
    return await elicitation.elicit(request, signal);
  } catch {
    return { action: "cancel" };
  }
}

/** Content belongs to an accepted form alone (F5). */
function answerOf(request: ElicitationRequest, answer: ElicitationAnswer): JsonValue {
  if (answer.action !== "accept") return { action: answer.action };
  return request.kind === "form"
    ? { action: "accept", content: { ...(answer.content ?? {}) } }
    : { action: "accept" };
}

function notEnabled(input: string, serverId: string) {
  return refuse(
    "input_not_enabled",
    `The server asks for ${input}, which the configuration does not allow it (server ${serverId}).`,
  );
}

function refuse(code: string, message: string) {
  return { kind: "refused", code, message } as const;
}
