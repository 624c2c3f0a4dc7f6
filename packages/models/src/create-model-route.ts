import { setTimeout } from "node:timers/promises";
import type { LanguageModelV3 } from "@ai-sdk/provider";
import { aiSdkRoute } from "./ai-sdk/ai-sdk-route.js";
import type { ModelChoice, RemoteModelChoice } from "./model-choice.js";
import type { ModelRoute } from "./model-route.js";
import { rehearsalRoute } from "./rehearsal/rehearsal-route.js";

/** Parts of the machine to replace, for tests. */
export interface ModelPorts {
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly random?: () => number;
}

/** The route to the chosen model. Loads nothing and connects to nothing before its first turn. */
export function createModelRoute(choice: ModelChoice, ports: ModelPorts = {}): ModelRoute {
  if (choice.provider === "rehearsal") return rehearsalRoute();
  const { provider, model, contextTokens, apiKeyEnv } = choice;
  return aiSdkRoute({
    name: `${provider} ${model}`,
    provider,
    contextTokens,
    apiKeyEnv,
    load: () => loadModel(choice),
    pause: ports.pause ?? systemPause,
    random: ports.random ?? Math.random,
  });
}

/** Each provider's package is loaded with its first turn, and no other one. */
async function loadModel(choice: RemoteModelChoice): Promise<LanguageModelV3> {
  const { provider, model, baseUrl } = choice;
  // An empty key is none: the SDK would otherwise look for one in the environment by itself.
  const apiKey = choice.apiKey ?? "";
  const endpoint = baseUrl === null ? {} : { baseURL: baseUrl };
  switch (provider) {
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ apiKey, ...endpoint }).chat(model);
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ apiKey, ...endpoint })(model);
    }
    case "google": {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI({ apiKey, ...endpoint })(model);
    }
    case "openai_compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({
        name: "openai_compatible",
        baseURL: baseUrl ?? "",
        includeUsage: true,
        ...(choice.apiKey === null ? {} : { apiKey }),
      })(model);
    }
  }
}

async function systemPause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, { signal });
  } catch {
    // Aborted: the next attempt says so.
  }
}
