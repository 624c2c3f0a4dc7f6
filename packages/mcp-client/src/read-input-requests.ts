import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import type { InputConsents } from "./call-context.js";
import type { InputRefusalCode, SamplingRefusalCode } from "./call-error-code.js";
import { excerpt } from "./excerpt.js";
import { type ElicitationReading, readElicitation } from "./read-elicitation.js";
import { readSampling, type SamplingWish } from "./read-sampling.js";
import { wordIn } from "./word-in.js";

/** Most inputs that one round may ask for (T66), and the longest name of one, in characters (Q11). */
export const MAX_INPUTS_PER_ROUND = 16;
export const MAX_INPUT_KEY = 256;

/** One thing that a server asks for, known and allowed. */
export type InputRequest =
  | {
      readonly kind: "elicitation";
      readonly reading: Exclude<ElicitationReading, { readonly kind: "malformed" }>;
    }
  | { readonly kind: "sampling"; readonly wish: SamplingWish }
  | { readonly kind: "roots" };

export interface InputRefusal {
  readonly kind: "refused";
  readonly code: InputRefusalCode;
  readonly message: string;
  /** TOML to add to the server's table stands in backticks. */
  readonly hint: string | null;
}

export type InputRequestsReading =
  | { readonly kind: "read"; readonly inputs: readonly (readonly [string, InputRequest])[] }
  | InputRefusal;

/**
 * Reads one round of input requests. Everything is looked at before anything is asked: a round with one unknown, disallowed or malformed
 * input asks nobody anything (Q2, Q3). Pure and total.
 */
export function readInputRequests(
  inputRequests: JsonObject,
  consents: Pick<InputConsents, "serverId" | "elicitation" | "sampling" | "roots">,
): InputRequestsReading {
  const entries = Object.entries(inputRequests);
  if (entries.length > MAX_INPUTS_PER_ROUND) {
    return refuse(
      "too_many_inputs",
      `The server asks for ${entries.length} inputs at once; at most ${MAX_INPUTS_PER_ROUND} are answered.`,
    );
  }
  const inputs: (readonly [string, InputRequest])[] = [];
  for (const [key, request] of entries) {
    if (key.length > MAX_INPUT_KEY) {
      return refuse("invalid_input_request", "The server gives an input a name that is too long.");
    }
    const input = readInputRequest(request, consents);
    if (input.kind === "refused") return input;
    inputs.push([key, input]);
  }
  return { kind: "read", inputs };
}

function readInputRequest(
  request: JsonValue,
  { serverId, elicitation, sampling, roots }: Parameters<typeof readInputRequests>[1],
): InputRequest | InputRefusal {
  const method = isJsonObject(request) ? request["method"] : undefined;
  const given = isJsonObject(request) ? request["params"] : undefined;
  const params = isJsonObject(given) ? given : {};
  switch (wordIn(method)) {
    case "elicitation/create": {
      if (elicitation === null) return notEnabled("elicitation", "elicitation = true", serverId);
      const reading = readElicitation(params);
      return reading.kind === "malformed"
        ? refuse(
            "invalid_input_request",
            `The server's question to the person cannot be used: ${reading.reason}.`,
          )
        : { kind: "elicitation", reading };
    }
    case "sampling/createMessage": {
      if (sampling === null) return notEnabled("sampling", "sampling = true", serverId);
      const reading = readSampling(params, sampling.maxTokens);
      return reading.kind === "sampling"
        ? reading
        : refuse(reading.code, reading.reason, SAMPLING_HINTS[reading.code]);
    }
    case "roots/list":
      return roots.length === 0
        ? notEnabled("roots", 'roots = [{ uri = "file:///absolute/path" }]', serverId)
        : { kind: "roots" };
    default:
      return refuse(
        "unknown_input_request",
        typeof method === "string"
          ? `The server asks for ${excerpt(method)}, which is not known.`
          : "The server asks for an input without saying what.",
      );
  }
}

function notEnabled(input: string, line: string, serverId: string): InputRefusal {
  return refuse(
    "input_not_enabled",
    `The server ${serverId} asks for ${input}, which its configuration does not allow it.`,
    `Enable it, if you trust the server with that: \`${line}\` in its table.`,
  );
}

const SAMPLING_HINTS: Readonly<Record<SamplingRefusalCode, string | null>> = {
  sampling_over_cap:
    "Let the server stay under the token cap, or raise max_sampling_tokens in its table.",
  sampling_context_refused: "The server has to omit unadvertised context: includeContext.",
  invalid_sampling_request: null,
};

function refuse(code: InputRefusalCode, message: string, hint: string | null = null): InputRefusal {
  return { kind: "refused", code, message, hint };
}
