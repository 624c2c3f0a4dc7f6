import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { ModelProviderName } from "../model-choice.js";
import type { ModelEvent, ModelFailure } from "../model-event.js";
import type { ModelRequest } from "../model-request.js";
import type { ModelRoute } from "../model-route.js";
import { type AttemptFailure, nextAttempt } from "../retry-policy.js";
import { classifyError } from "./classify-error.js";
import { readPart } from "./read-part.js";
import { ThinkingText } from "./split-thinking.js";
import { toCallOptions } from "./to-prompt.js";

export interface AiSdkRouteOptions {
  readonly name: string;
  readonly provider: ModelProviderName;
  readonly contextTokens: number | null;
  /** Named in hints; the key itself is in the model. */
  readonly apiKeyEnv: string | null;
  /** Loads the provider's package, once. */
  readonly load: () => Promise<LanguageModelV3>;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
}

const CANCELLED: ModelFailure = {
  code: "cancelled",
  message: "The turn was cancelled.",
  hint: null,
};

/** A provider of the AI SDK at its language-model interface: it streams, and it runs no tool. */
export function aiSdkRoute(options: AiSdkRouteOptions): ModelRoute {
  const { name, contextTokens } = options;
  let model: Promise<LanguageModelV3> | null = null;
  return {
    name,
    contextTokens,
    async *stream(request, signal) {
      model ??= options.load();
      const thinking = new ThinkingText();
      let isOver = false;
      for await (const event of attempts(options, await model, request, signal)) {
        for (const shown of thinking.take(event)) {
          // Nothing follows the end, whatever a provider still sends.
          if (isOver) return;
          isOver = shown.type === "finished" || shown.type === "failed";
          yield shown;
        }
      }
      if (!isOver) {
        const failure = broken("it ended without saying how");
        for (const shown of thinking.take({ type: "failed", failure })) yield shown;
      }
    },
  };
}

/** Tries until something has been said; after the first token a failure is the end. */
async function* attempts(
  options: AiSdkRouteOptions,
  model: LanguageModelV3,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void, void> {
  for (let attempt = 1; ; attempt += 1) {
    if (signal.aborted) return yield { type: "failed", failure: CANCELLED };
    let hasSpoken = false;
    let failed: AttemptFailure;
    try {
      const call = { ...toCallOptions(request, options.provider), abortSignal: signal };
      const { stream } = await model.doStream(call);
      for await (const part of stream) {
        if (part.type === "error") throw part.error;
        for (const event of readPart(part)) {
          hasSpoken = true;
          yield event;
        }
      }
      return;
    } catch (error) {
      if (signal.aborted) return yield { type: "failed", failure: CANCELLED };
      failed = classifyError(error, options.apiKeyEnv);
      if (hasSpoken) {
        return yield { type: "failed", failure: broken(failed.failure.message) };
      }
    }
    const pauseMs = nextAttempt(attempt, failed, options.random());
    if (pauseMs === null) return yield { type: "failed", failure: failed.failure };
    yield { type: "retrying", attempt: attempt + 1, pauseMs, because: failed.failure };
    await options.pause(pauseMs, signal);
  }
}

function broken(reason: string): ModelFailure {
  return {
    code: "stream_broken",
    message: `The model's answer broke off: ${reason}`,
    hint: "What came so far is kept; ask again for the rest.",
  };
}
