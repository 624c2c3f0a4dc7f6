import { isJsonObject } from "@perspt/json";
import type { McpSamplingProvider, SamplingAnswer, SamplingBlock } from "@perspt/mcp-client";
import type { ModelEvent, ModelFailureCode, ModelRoute, ModelUsage } from "@perspt/models";
import { readArguments } from "../loop/call-arguments.js";
import { TurnCollector } from "../loop/turn-collector.js";
import { samplingMessages } from "./sampling-messages.js";

/**
 * Answers servers with the model that the person selected and no other (A5): `selected` is asked for each request. Each is a turn of its
 * own, without the person's conversation and without this side's tools. A model that fails is a denial with the failure's code.
 */
export function routeSampling(selected: () => ModelRoute): McpSamplingProvider {
  return {
    async sample(request, signal) {
      const { maxTokens, temperature, stopSequences, tools, toolChoice } = request;
      const route = selected();
      const turn = new TurnCollector();
      let finish: Extract<ModelEvent, { readonly type: "finished" }>["reason"] = "other";
      const events = route.stream(
        {
          messages: samplingMessages(request),
          tools: tools.map(({ name, description, inputSchema }) => ({
            name,
            description: description ?? "",
            inputSchema,
          })),
          toolChoice,
          maxTokens,
          ...(temperature === null ? {} : { temperature }),
          ...(stopSequences.length === 0 ? {} : { stopSequences }),
        },
        signal,
      );
      for await (const event of events) {
        turn.take(event);
        if (event.type === "finished") finish = event.reason;
      }
      if (turn.failure !== null) return denied(turn.failure.code, turn.failure.message);
      const content = turn.parts.flatMap((part): readonly SamplingBlock[] => {
        if (part.type === "text") return [{ type: "text", text: part.text }];
        if (part.type === "reasoning") return [];
        const input = readArguments(part.arguments);
        return isJsonObject(input)
          ? [{ type: "tool_use", id: part.id, name: part.name, input }]
          : [];
      });
      const [first, ...rest] = content;
      if (first === undefined) return denied("empty_answer", "The model said nothing.");
      return {
        kind: "sampled",
        content: [first, ...rest],
        model: route.name,
        stopReason: finish === "length" ? "maxTokens" : "endTurn",
        ...tokensOf(turn.usage),
      };
    },
  };
}

/** A server's request that the person's model did not answer. */
type SamplingDenialCode = ModelFailureCode | "empty_answer";

function denied(code: SamplingDenialCode, reason: string): SamplingAnswer {
  return { kind: "denied", code, reason };
}

function tokensOf({ inputTokens, outputTokens }: ModelUsage): { readonly tokens?: number } {
  return inputTokens === null || outputTokens === null
    ? {}
    : { tokens: inputTokens + outputTokens };
}
