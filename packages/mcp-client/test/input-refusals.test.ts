import { type McpElicitationProvider, scriptedElicitation } from "@perspt/elicitation";
import type { JsonObject, JsonValue } from "@perspt/json";
import { describe, expect, test } from "vitest";
import { connect, sharedFixture } from "./clients.js";
import {
  accept,
  form,
  freshKey,
  ROOTS,
  reportedLegs,
  sampling,
  script,
} from "./scripted-rounds.js";

const shared = sharedFixture("asks-for-input");
const key = freshKey();

describe("what a server may not ask for", () => {
  const never: McpElicitationProvider = {
    elicit: () => expect.unreachable("nobody may be asked"),
  };

  test.each<[string, JsonValue, string]>([
    ["Q2: an unknown kind", { method: "fs/read", params: {} }, "unknown_input_request"],
    ["no kind at all", {}, "unknown_input_request"],
    ["something that is no request", "elicitation/create", "unknown_input_request"],
    ["A1: sampling that was not allowed", sampling(), "input_not_enabled"],
    ["B3: roots where there are none", ROOTS, "input_not_enabled"],
    [
      "F2: an unknown mode",
      { method: "elicitation/create", params: { mode: "voice", message: "?" } },
      "invalid_input_request",
    ],
    [
      "a question without words",
      { method: "elicitation/create", params: { requestedSchema: {} } },
      "invalid_input_request",
    ],
  ])("%s ends the call; nothing is asked and nothing is sent", async (_what, request, code) => {
    const client = await connect(shared(), {
      elicitation: never,
    });
    // A question that would be allowed stands before it: not even that is asked (Q3).
    expect(
      await script(client, key(), [{ inputRequests: { a: form(), z: request } }]),
    ).toMatchObject({
      kind: "uncertain",
      mayHaveRun: true,
      error: { code },
    });
    expect(await reportedLegs(client, key())).toHaveLength(1);
  });

  test("F1, V3: elicitation that was not allowed ends the call", async () => {
    const client = await connect(shared());
    expect(await script(client, key(), [{ inputRequests: { a: form() } }])).toMatchObject({
      kind: "uncertain",
      error: { code: "input_not_enabled" },
    });
  });

  test("without tasks, input rounds are not allowed at all", async () => {
    const client = await connect(shared(), {
      elicitation: never,
      tasks: false,
    });
    expect(await script(client, key(), [{ inputRequests: { a: form() } }])).toMatchObject({
      kind: "uncertain",
      error: { code: "invalid_result" },
    });
  });

  test.each<[string, JsonObject, string]>([
    [
      "T66: seventeen inputs at once",
      Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`k${n}`, ROOTS])),
      "too_many_inputs",
    ],
    ["Q11: an input with an endless name", { ["k".repeat(300)]: ROOTS }, "invalid_input_request"],
    [
      "T64: six questions",
      Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`k${n}`, form()])),
      "too_many_elicitations",
    ],
  ])("%s are too many", async (_what, inputRequests, code) => {
    const client = await connect(shared(), {
      elicitation: never,
      roots: [{ uri: "file:///p", name: null }],
    });
    expect(await script(client, key(), [{ inputRequests }])).toMatchObject({
      kind: "uncertain",
      error: { code },
    });
  });

  test("T64: questions are counted over all rounds of a call", async () => {
    const elicitation = scriptedElicitation(Array(10).fill(accept));
    const client = await connect(shared(), {
      elicitation,
    });
    const rounds = Array(8).fill({ inputRequests: { a: form() } });
    expect(await script(client, key(), rounds)).toMatchObject({
      kind: "uncertain",
      error: { code: "too_many_elicitations" },
    });
    expect(elicitation.asked).toHaveLength(5);
  });

  test("T66: a requestState over 64 KiB is not echoed", async () => {
    const client = await connect(shared());
    const requestState = "x".repeat(64 * 1024 + 1);
    expect(await script(client, key(), [{ requestState }])).toMatchObject({
      kind: "uncertain",
      error: { code: "request_state_too_large" },
    });
    expect(await reportedLegs(client, key())).toHaveLength(1);
  });

  test.each<[string, JsonObject]>([
    ["Q1: neither inputs nor state", {}],
    ["inputs that are a list", { inputRequests: [form()] }],
    ["a state that is no text", { requestState: 5 }],
  ])("%s is an invalid result", async (_what, round) => {
    const client = await connect(shared());
    expect(await script(client, key(), [round])).toMatchObject({
      kind: "uncertain",
      error: { code: "invalid_result" },
    });
  });
});
