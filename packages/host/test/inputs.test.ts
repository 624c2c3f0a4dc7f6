import { scriptedElicitation } from "@perspt/elicitation";
import { startFixture } from "@perspt/fixture-servers";
import type { JsonObject } from "@perspt/json";
import type { McpSamplingProvider, SamplingRequest } from "@perspt/mcp-client";
import { describe, expect, onTestFinished, test } from "vitest";
import { TRANSPORTS, type TransportKind } from "./changing-server.js";
import { fixtureServer, openHost, policy, typesOf } from "./hosts.js";

const OPTED_IN = "elicitation = true\nsampling = true\nmax_sampling_tokens = 100\n";

async function askingServer(kind: TransportKind, optIns: string): Promise<string> {
  if (kind === "stdio") return fixtureServer("t", "asks-for-input", optIns + policy("script"));
  const running = await startFixture("asks-for-input");
  onTestFinished(() => running.stop());
  return `[[external_tools]]
id = "t"
transport = "streamable_http"
url = "${running.url}"
${optIns}
${policy("script")}
`;
}

const elicit = (fields: JsonObject): JsonObject => ({
  method: "elicitation/create",
  params: { message: "Which?", requestedSchema: { type: "object", properties: fields } },
});

const sample = (maxTokens: number): JsonObject => ({
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: { type: "text", text: "hi" } }], maxTokens },
});

/** The user's model, which says hello for five tokens. */
function model(): McpSamplingProvider & { readonly asked: SamplingRequest[] } {
  const asked: SamplingRequest[] = [];
  return {
    asked,
    async sample(request) {
      asked.push(request);
      const content = [{ type: "text", text: "hello" }] as const;
      return { kind: "sampled", content, model: "local", stopReason: "endTurn", tokens: 5 };
    },
  };
}

describe.each(TRANSPORTS)("what a server asks for during a call over %s", (kind) => {
  test("a person's answer: the question is written down before it is put, the answer before the server has it, its content redacted", async () => {
    const elicitation = scriptedElicitation([
      { action: "accept", content: { topic: "correct-horse-battery" } },
    ]);
    const { call, records } = await openHost(await askingServer(kind, OPTED_IN), {
      elicitation,
    });
    const rounds = [{ inputRequests: { q: elicit({ topic: { type: "string" } }) } }];
    const { outcome } = await call("mcp.t.script", { key: "k", rounds });
    expect(outcome.kind).toBe("completed");
    expect(JSON.stringify(outcome)).toContain("correct-horse-battery");
    const written = records().filter((record) => record.type === "elicitation");
    const intent = records().find(({ type }) => type === "intent")?.seq;
    expect(written).toMatchObject([
      { intent, server: "t", action: null, answer: null },
      { intent, server: "t", action: "accept" },
    ]);
    expect(typesOf(records()).slice(5)).toEqual([
      "intent",
      "leg",
      "elicitation",
      "elicitation",
      "leg",
      "leg",
      "outcome",
    ]);
    const [first] = written;
    expect(first?.request).toMatchObject({ value: { message: "Which?", operation: "script" } });
    const elicitations = JSON.stringify(written);
    expect(elicitations).not.toContain("correct-horse-battery");
  });

  test("T69: the user's model: the session's budget stops exactly at its number, and says so", async () => {
    const sampling = model();
    const { call, records } = await openHost(await askingServer(kind, OPTED_IN), {
      sampling,
      samplingBudget: { requests: 3, tokens: 10_000 },
    });
    const kinds: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const rounds = [{ inputRequests: { s: sample(20) } }];
      const { outcome } = await call("mcp.t.script", { key: `k${count}`, rounds });
      kinds.push("error" in outcome ? outcome.error.code : outcome.kind);
    }
    expect(kinds).toEqual([
      "completed",
      "completed",
      "completed",
      "sampling_budget",
      "sampling_budget",
    ]);
    expect(sampling.asked).toHaveLength(3);
    expect(records().filter((record) => record.type === "sampling")).toMatchObject([
      { verdict: "answered", tokens: 5 },
      { verdict: "answered", tokens: 5 },
      { verdict: "answered", tokens: 5 },
      { verdict: "refused", code: "sampling_budget", tokens: 0 },
      { verdict: "refused", code: "sampling_budget", tokens: 0 },
    ]);
  });

  test("T69: a model that fails is a denial that is written down, and counts with all that it was allowed", async () => {
    const failing: McpSamplingProvider = {
      sample: () => Promise.reject(new Error("no model")),
    };
    const { call, records } = await openHost(await askingServer(kind, OPTED_IN), {
      sampling: failing,
      samplingBudget: { requests: 10, tokens: 30 },
    });
    const rounds = [{ inputRequests: { s: sample(20) } }];
    await call("mcp.t.script", { key: "a", rounds });
    await call("mcp.t.script", { key: "b", rounds });
    const written = records().flatMap((record) => (record.type === "sampling" ? [record] : []));
    expect(written.map(({ verdict, code, tokens }) => [verdict, code, tokens])).toEqual([
      ["refused", "sampling_failed", 20],
      ["refused", "sampling_budget", 0],
    ]);
  });

  test("a server whose table does not opt in gets neither, and the model is not asked", async () => {
    const sampling = model();
    const { call } = await openHost(await askingServer(kind, ""), { sampling });
    for (const request of [sample(20), elicit({})]) {
      const { outcome } = await call("mcp.t.script", {
        key: JSON.stringify(request),
        rounds: [{ inputRequests: { q: request } }],
      });
      expect("error" in outcome && outcome.error.code).toBe("input_not_enabled");
    }
    expect(sampling.asked).toEqual([]);
  });
});
