import { randomUUID } from "node:crypto";
import type { ElicitationAnswer } from "@perspt/elicitation";
import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import { beforeEach, expect } from "vitest";
import type { CallOutcome, McpClient } from "../src/index.js";
import { callTool, textOf } from "./clients.js";

/** What the fixture `asks-for-input` saw of one leg. */
export interface SeenLeg {
  readonly id: string | number;
  readonly inputResponses: JsonObject | null;
  readonly requestState: string | null;
}

/** A new name for each test's legs in the server, so that tests may share one. */
export function freshKey(): () => string {
  let key = "";
  beforeEach(() => {
    key = randomUUID();
  });
  return () => key;
}

/** Calls the tool whose server asks for these rounds before it answers. */
export function script(
  client: McpClient,
  key: string,
  rounds: readonly JsonValue[],
): Promise<CallOutcome> {
  return callTool(client, "script", { key, rounds });
}

/** The legs that the server saw, as its answer tells them; fails the test where there is none. */
export function legsOf(outcome: CallOutcome): readonly SeenLeg[] {
  const legs: unknown = JSON.parse(textOf(outcome));
  return Array.isArray(legs) ? legs.filter(isSeenLeg) : expect.unreachable("no list of legs");
}

function isSeenLeg(leg: unknown): leg is SeenLeg {
  return isJsonObject(leg) && "inputResponses" in leg && "requestState" in leg;
}

/** The legs of a call that did not complete. */
export async function reportedLegs(client: McpClient, key: string): Promise<readonly SeenLeg[]> {
  return legsOf(await callTool(client, "report", { key }));
}

export const accept: ElicitationAnswer = {
  action: "accept",
  content: { repo: "core", tags: ["a"] },
};

export const ROOTS: JsonObject = { method: "roots/list" };

export function form(message = "Which repo?"): JsonObject {
  const requestedSchema = { type: "object", properties: { repo: { type: "string" } } };
  return { method: "elicitation/create", params: { message, requestedSchema } };
}

export function sampling(params: Record<string, JsonValue> = {}): JsonObject {
  const messages = [{ role: "user", content: { type: "text", text: "hi" } }];
  return { method: "sampling/createMessage", params: { messages, maxTokens: 64, ...params } };
}
