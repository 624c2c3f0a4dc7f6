import type { ElicitationAnswer, McpElicitationProvider } from "@perspt/elicitation";
import { isJsonObject, type JsonObject } from "@perspt/json";
import type { McpSamplingProvider, SamplingAnswer } from "@perspt/mcp-client";
import type { LazyRecords } from "./lazy-records.js";
import { type SamplingBudget, SamplingLedger } from "./sampling-budget.js";

/**
 * A person's answers, written down: the question before it is put, the answer (its content redacted as a whole) before the server has it.
 * Where that fails the provider throws, which counts as no answer.
 */
export function recordedElicitation(
  provider: McpElicitationProvider,
  records: LazyRecords,
): McpElicitationProvider {
  return {
    async elicit(request, signal) {
      const written = await records.get();
      const { serverId: server, id: _id, call, ...question } = request;
      const intent = intentOf(call);
      const entry = { intent, server, request: plain(question) };
      await written.elicitation({ ...entry, action: null, answer: null });
      const answer = await provider.elicit(request, signal);
      await written.elicitation({ ...entry, action: answer.action, answer: contentOf(answer) });
      return answer;
    },
  };
}

function contentOf(answer: ElicitationAnswer) {
  return answer.action === "accept" && answer.content !== null ? plain(answer.content) : null;
}

/** The user's model for servers: within the session's budget, and each answer written down before the server has it (T69). */
export function recordedSampling(
  provider: McpSamplingProvider,
  records: LazyRecords,
  budget: SamplingBudget,
): McpSamplingProvider {
  const ledger = new SamplingLedger(budget);
  return {
    async sample(request, signal) {
      const written = await records.get();
      const { serverId: server, id: _id, call, ...wish } = request;
      const reservation = ledger.reserve(server, request.maxTokens);
      const answer: SamplingAnswer =
        reservation.kind === "reserved"
          ? await sampled(provider, request, signal)
          : { kind: "denied", code: "sampling_budget", reason: reservation.reason };
      const tokens = tokensOf(answer, request.maxTokens);
      if (reservation.kind === "reserved") reservation.settle(tokens);
      await written.sampling({
        intent: intentOf(call),
        server,
        request: plain(wish),
        verdict: answer.kind === "sampled" ? "answered" : "refused",
        code: answer.kind === "sampled" ? null : answer.code,
        response: answer.kind === "sampled" ? plain(answer) : null,
        tokens,
      });
      return answer;
    },
  };
}

/** The code of a provider that broke its contract: what it used of the model is not known. */
const PROVIDER_FAILED = "sampling_failed";

/** A provider that throws has answered nothing, and its request is written down like any other. */
async function sampled(
  provider: McpSamplingProvider,
  request: Parameters<McpSamplingProvider["sample"]>[0],
  signal: AbortSignal,
): Promise<SamplingAnswer> {
  try {
    return await provider.sample(request, signal);
  } catch {
    return { kind: "denied", code: PROVIDER_FAILED, reason: "The model could not be asked." };
  }
}

/** What counts against the budget: all that was allowed where the model may have been asked and nobody can say how much it said. */
function tokensOf(answer: SamplingAnswer, maxTokens: number): number {
  if (answer.kind === "sampled") return answer.tokens ?? maxTokens;
  return answer.code === PROVIDER_FAILED ? maxTokens : 0;
}

/** A guard's call id is `session/seq` of its intent. */
function intentOf(call: string): number {
  return Number(call.slice(call.lastIndexOf("/") + 1));
}

function plain(value: object): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(value));
  return isJsonObject(copy) ? copy : {};
}
