import { scriptedElicitation } from "@perspt/elicitation";
import { digest } from "@perspt/json";
import { describe, expect, test } from "vitest";
import { recordingGuard } from "../src/testing/index.js";
import { connect, fixtureEndpoint, TRANSPORTS } from "./clients.js";
import { accept, form, freshKey, legsOf, ROOTS, reportedLegs, script } from "./scripted-rounds.js";

const key = freshKey();

describe.each(TRANSPORTS)("input rounds over %s", (kind) => {
  test("Q3, Q5, B1: all inputs of a round are answered under their keys, on a request of a new id", async () => {
    const elicitation = scriptedElicitation([accept]);
    const client = await connect(await fixtureEndpoint(kind, "asks-for-input"), {
      elicitation,
      roots: [{ uri: "file:///p", name: "P" }],
    });
    const outcome = await script(client, key(), [
      { inputRequests: { a: form(), b: ROOTS }, requestState: "opaque==" },
    ]);
    const legs = legsOf(outcome);
    expect(
      legs.map(({ inputResponses, requestState }) => ({ inputResponses, requestState })),
    ).toEqual([
      { inputResponses: null, requestState: null },
      {
        inputResponses: {
          a: { action: "accept", content: { repo: "core", tags: ["a"] } },
          b: { roots: [{ uri: "file:///p", name: "P" }] },
        },
        requestState: "opaque==",
      },
    ]);
    expect(new Set(legs.map(({ id }) => id)).size).toBe(2);
    expect(elicitation.asked).toMatchObject([
      {
        kind: "form",
        serverId: "docs",
        call: "call-1",
        operation: "script",
        message: "Which repo?",
      },
    ]);
  });

  test("Q15: each round is a leg of its own under the guard, over the arguments that were decided", async () => {
    const guard = recordingGuard();
    const client = await connect(await fixtureEndpoint(kind, "asks-for-input"), {
      guard,
      elicitation: scriptedElicitation([accept]),
    });
    const rounds = [{ inputRequests: { a: form() }, requestState: "s" }];
    await script(client, key(), rounds);
    expect(guard.lines()).toEqual([
      "before 1 send",
      "redeem 1 send script",
      "after 1 send input_required",
      "before 2 input_retry",
      "redeem 2 input_retry script",
      "after 2 input_retry complete",
    ]);
    const digests = guard.log.flatMap((entry) =>
      entry.at === "redeem" ? [entry.facts.argumentsDigest] : [],
    );
    const decided = digest({ key: key(), rounds });
    expect(digests).toEqual([decided, decided]);
  });

  test("Q15: a guard that forbids the retry makes the call uncertain, and the server sees one leg", async () => {
    const client = await connect(await fixtureEndpoint(kind, "asks-for-input"), {
      guard: recordingGuard((entry) => entry.at === "redeem" && entry.facts.kind === "input_retry"),
      elicitation: scriptedElicitation([accept]),
    });
    expect(await script(client, key(), [{ inputRequests: { a: form() } }])).toMatchObject({
      kind: "uncertain",
      error: { code: "not_today" },
    });
    expect(await reportedLegs(client, key())).toHaveLength(1);
  });

  test.each(['  {"a":1 }\n', "", "\u0000\\u0041\u2028日本", "x".repeat(64 * 1024)])(
    "Q4, T65: a requestState is echoed as it came (%#)",
    async (requestState) => {
      const client = await connect(await fixtureEndpoint(kind, "asks-for-input"));
      const [, second] = legsOf(await script(client, key(), [{ requestState }]));
      expect(second).toMatchObject({ requestState, inputResponses: null });
    },
  );

  test("Q4: a state of an earlier round is not kept", async () => {
    const client = await connect(await fixtureEndpoint(kind, "asks-for-input"), {
      roots: [{ uri: "file:///p", name: null }],
    });
    const legs = legsOf(
      await script(client, key(), [{ requestState: "one" }, { inputRequests: { r: ROOTS } }]),
    );
    expect(legs.map(({ requestState }) => requestState)).toEqual([null, "one", null]);
  });

  test("Q6, T65: two calls side by side never meet each other's state", async () => {
    const client = await connect(await fixtureEndpoint(kind, "asks-for-input"));
    const [a, b] = await Promise.all([
      script(client, `${key()} a`, [{ requestState: "state of a" }]),
      script(client, `${key()} b`, [{ requestState: "state of b" }]),
    ]);
    expect(legsOf(a).map(({ requestState }) => requestState)).toEqual([null, "state of a"]);
    expect(legsOf(b).map(({ requestState }) => requestState)).toEqual([null, "state of b"]);
  });

  test("T66: a server that asks for ever is given up after eight rounds", async () => {
    const client = await connect(await fixtureEndpoint(kind, "asks-for-input"), {
      roots: [{ uri: "file:///p", name: null }],
    });
    const rounds = Array(20).fill({ inputRequests: { r: ROOTS } });
    expect(await script(client, key(), rounds)).toMatchObject({
      kind: "uncertain",
      error: { code: "too_many_input_rounds" },
    });
    expect(await reportedLegs(client, key())).toHaveLength(9);
  });

  test("Q7: rounds that carry a state alone count like any other", async () => {
    const client = await connect(await fixtureEndpoint(kind, "asks-for-input"));
    const rounds = Array(20).fill({ requestState: "again" });
    expect(await script(client, key(), rounds)).toMatchObject({
      kind: "uncertain",
      error: { code: "too_many_input_rounds" },
    });
    expect(await reportedLegs(client, key())).toHaveLength(9);
  });

  test("Q9: a server that finds each answer wanting asks the person a few times and no more", async () => {
    const elicitation = scriptedElicitation(Array(20).fill(accept));
    const client = await connect(await fixtureEndpoint(kind, "asks-for-input"), { elicitation });
    const rounds = Array(20).fill({ inputRequests: { a: form() } });
    expect(await script(client, key(), rounds)).toMatchObject({
      kind: "uncertain",
      error: { code: "too_many_elicitations" },
    });
    expect(elicitation.asked).toHaveLength(5);
  });

  test("V7, R7, N3: prompts and resources may ask too", async () => {
    const client = await connect(await fixtureEndpoint(kind, "asks-for-input"), {
      elicitation: scriptedElicitation([
        { action: "accept", content: { topic: "history" } },
        { action: "accept", content: { topic: "physics" } },
      ]),
    });
    const options = { call: "c", signal: new AbortController().signal };
    expect(
      await client.call({ kind: "prompt_get", name: "ask", arguments: new Map() }, options),
    ).toMatchObject({
      kind: "completed",
      result: { messages: [{ content: { text: "About history" } }] },
    });
    expect(await client.call({ kind: "resource_read", uri: "ask:guide" }, options)).toMatchObject({
      kind: "completed",
      result: { contents: [{ uri: "ask:guide", text: "physics" }] },
    });
  });
});
