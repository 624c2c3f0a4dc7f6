import {
  type ElicitationAnswer,
  type McpElicitationProvider,
  scriptedElicitation,
} from "@perspt/elicitation";
import type { JsonObject, JsonValue } from "@perspt/json";
import { describe, expect, test } from "vitest";
import { callTool, connect, sharedFixture } from "./clients.js";
import { accept, form, freshKey, legsOf, reportedLegs, script } from "./scripted-rounds.js";

const shared = sharedFixture("asks-for-input");
const key = freshKey();

describe("what a person's answer becomes", () => {
  async function responseTo(
    request: JsonObject,
    elicitation: McpElicitationProvider,
  ): Promise<JsonValue | undefined> {
    const client = await connect(shared(), {
      elicitation,
    });
    const [, second] = legsOf(await script(client, key(), [{ inputRequests: { a: request } }]));
    return second?.inputResponses?.["a"];
  }
  const url = (address: string): JsonObject => ({
    method: "elicitation/create",
    params: { mode: "url", message: "Connect", url: address },
  });

  test.each<[string, ElicitationAnswer, JsonObject]>([
    ["decline", { action: "decline" }, { action: "decline" }],
    ["cancel", { action: "cancel" }, { action: "cancel" }],
    [
      "accept without content",
      { action: "accept", content: null },
      { action: "accept", content: {} },
    ],
    [
      "accept",
      { action: "accept", content: { n: 1, yes: true } },
      { action: "accept", content: { n: 1, yes: true } },
    ],
  ])("F5: %s", async (_what, answer, expected) => {
    expect(await responseTo(form(), scriptedElicitation([answer]))).toEqual(expected);
  });

  test("F4: content that no form can hold is sent as no answer", async () => {
    const contents = [{ nested: {} }, { list: [1] }, { n: Number.NaN }, "text", ["a"]];
    for (const content of contents) {
      // A provider in plain JavaScript, which no type held back.
      const answer = Object.assign({ action: "accept", content: null } as const, { content });
      const provider = scriptedElicitation([answer]);
      expect(await responseTo(form(), provider)).toEqual({ action: "cancel" });
    }
  });

  test.each<[string, unknown, string]>([
    ["nothing", undefined, "expected an object; got nothing."],
    ["null", null, "expected an object; got null."],
    ["a word", "accept", "expected an object; got a string."],
    [
      "an action of its own",
      { action: "reject" },
      'expected action to be "accept", "decline" or "cancel"; got a string.',
    ],
    [
      "content that no form can hold",
      { action: "accept", content: { nested: {} } },
      "expected content to be an object of texts, finite numbers, booleans and lists of texts; got an object.",
    ],
  ])("F4: %s is sent as no answer, and told as a diagnostic", async (_what, answer, told) => {
    const elicit = async () => answer as ElicitationAnswer;
    const client = await connect(shared(), { elicitation: { elicit } });
    const [, second] = legsOf(await script(client, key(), [{ inputRequests: { a: form() } }]));
    expect(second?.inputResponses?.["a"]).toEqual({ action: "cancel" });
    const [diagnostic, ...others] = client.diagnostics();
    expect([diagnostic?.code, others]).toEqual(["elicitation_failed", []]);
    expect(diagnostic?.sample).toContain(JSON.stringify(told).slice(1, -1));
  });

  test("F5: a provider in plain JavaScript may answer without a promise", async () => {
    const elicit = () => ({ action: "decline" }) as unknown as Promise<ElicitationAnswer>;
    expect(await responseTo(form(), { elicit })).toEqual({ action: "decline" });
  });

  test("F5: a provider that throws has not answered", async () => {
    const elicit = async () => {
      throw new Error("the screen is gone");
    };
    expect(await responseTo(form(), { elicit })).toEqual({ action: "cancel" });
  });

  test("F8: consent to a url carries no content", async () => {
    const provider = scriptedElicitation([accept]);
    expect(await responseTo(url("https://pay.example.test/c?x=1"), provider)).toEqual({
      action: "accept",
    });
    expect(provider.asked).toMatchObject([{ kind: "url", url: "https://pay.example.test/c?x=1" }]);
  });

  test.each(["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "-flag", ""])(
    "T62: the address %j is declined without asking",
    async (address) => {
      const provider = scriptedElicitation([accept]);
      expect(await responseTo(url(address), provider)).toEqual({ action: "decline" });
      expect(provider.asked).toEqual([]);
    },
  );

  test.each<[string, JsonObject]>([
    ["a nested object", { type: "object", properties: { a: { type: "object" } } }],
    ["a reference", { type: "object", properties: { a: { type: "string", $ref: "#/x" } } }],
    ["another root", { type: "array" }],
    ["a list of anything", { type: "object", properties: { a: { type: "array" } } }],
  ])("F3: a form with %s is declined without asking", async (_what, requestedSchema) => {
    const provider = scriptedElicitation([accept]);
    const request = { method: "elicitation/create", params: { message: "?", requestedSchema } };
    expect(await responseTo(request, provider)).toEqual({ action: "decline" });
    expect(provider.asked).toEqual([]);
  });

  test("F3: every flat field is shown as it came", async () => {
    const provider = scriptedElicitation([accept]);
    const requestedSchema = {
      type: "object",
      properties: {
        text: { type: "string", format: "email", default: "a@b.test" },
        number: { type: "number", minimum: 1 },
        integer: { type: "integer", maximum: 3 },
        boolean: { type: "boolean", default: true },
        choice: { type: "string", enum: ["a"], enumNames: ["A"] },
        titled: { type: "string", oneOf: [{ const: "a", title: "A" }] },
        many: { type: "array", items: { enum: ["a"] }, maxItems: 1 },
        manyTitled: { type: "array", items: { anyOf: [{ const: "a", title: "A" }] } },
      },
      required: ["text"],
    };
    await responseTo(
      { method: "elicitation/create", params: { message: "?", requestedSchema } },
      provider,
    );
    expect(provider.asked).toMatchObject([{ requestedSchema }]);
  });
});

describe("a person who is asked", () => {
  test("Q12, T64: meets one question of a server at a time, whichever calls ask", async () => {
    let open = 0;
    let most = 0;
    const elicitation: McpElicitationProvider = {
      async elicit() {
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setTimeout(resolve, 20));
        open -= 1;
        return accept;
      },
    };
    const client = await connect(shared(), {
      elicitation,
    });
    const rounds = [{ inputRequests: { a: form(), b: form() } }];
    await Promise.all(["a", "b", "c"].map((name) => script(client, `${key()} ${name}`, rounds)));
    expect(most).toBe(1);
  });

  test("Q10: is asked no longer when the call is cancelled, even by a provider that will not stop", async () => {
    const stop = new AbortController();
    const signals: AbortSignal[] = [];
    const client = await connect(shared(), {
      elicitation: {
        elicit(_request, signal) {
          signals.push(signal);
          stop.abort();
          return new Promise(() => {});
        },
      },
    });
    const rounds = [{ inputRequests: { a: form() } }];
    expect(await callTool(client, "script", { key: key(), rounds }, stop.signal)).toMatchObject({
      kind: "uncertain",
      error: { code: "cancelled" },
    });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(await reportedLegs(client, key())).toHaveLength(1);
  });

  test("Q10: thinks within the call's deadline", async () => {
    const client = await connect(shared(), {
      elicitation: { elicit: () => new Promise(() => {}) },
      maxTaskWaitMs: 700,
    });
    expect(await script(client, key(), [{ inputRequests: { a: form() } }])).toMatchObject({
      kind: "uncertain",
      error: { code: "deadline_passed" },
    });
  });

  test("F11: the next call's question is not held up by one that nobody answered", async () => {
    const stop = new AbortController();
    let asked = 0;
    const client = await connect(shared(), {
      elicitation: {
        elicit() {
          asked += 1;
          if (asked > 1) return Promise.resolve(accept);
          setTimeout(() => stop.abort(), 50);
          return new Promise(() => {});
        },
      },
    });
    const rounds = [{ inputRequests: { a: form() } }];
    const first = callTool(client, "script", { key: `${key()} a`, rounds }, stop.signal);
    const second = script(client, `${key()} b`, rounds);
    expect((await first).kind).toBe("uncertain");
    expect((await second).kind).toBe("completed");
  });
});
