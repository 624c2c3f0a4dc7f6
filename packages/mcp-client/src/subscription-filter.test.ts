import type { JsonObject } from "@perspt/json";
import { describe, expect, test } from "vitest";
import {
  coversResource,
  honouredFilter,
  type SubscriptionFilter,
  spellFilter,
  wishedFilter,
} from "./subscription-filter.js";

const all: JsonObject = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
};
const GUIDE = "file:///p/guide.md";
const nothing: SubscriptionFilter = {
  toolsListChanged: false,
  promptsListChanged: false,
  resourcesListChanged: false,
  resourceSubscriptions: [],
};

/** What would be sent; null where nothing would. */
function sent(capabilities: JsonObject, resources: readonly string[] = []): JsonObject | null {
  const filter = wishedFilter(capabilities, resources);
  return filter === null ? null : spellFilter(filter);
}

describe("what a subscription asks for", () => {
  test.each<[string, JsonObject, readonly string[], JsonObject | null]>([
    [
      "everything that is offered",
      all,
      [GUIDE],
      {
        toolsListChanged: true,
        promptsListChanged: true,
        resourcesListChanged: true,
        resourceSubscriptions: [GUIDE],
      },
    ],
    ["no resources where none are named", { resources: { subscribe: true } }, [], null],
    [
      "no resources where none are offered",
      { tools: { listChanged: true } },
      [GUIDE],
      { toolsListChanged: true },
    ],
    [
      "nothing of a server that offers nothing",
      { tools: {}, prompts: {}, resources: {} },
      [GUIDE],
      null,
    ],
    ["nothing of capabilities that are no objects", { tools: true, prompts: [] }, [GUIDE], null],
    ["nothing for a word in place of true", { tools: { listChanged: "yes" } }, [], null],
  ])("S1: %s", (_what, capabilities, resources, expected) => {
    expect(sent(capabilities, resources)).toEqual(expected);
  });
});

describe("what of it the server honours", () => {
  const asked: SubscriptionFilter = {
    ...nothing,
    toolsListChanged: true,
    resourceSubscriptions: [GUIDE],
  };

  test("S3: more than was asked for is left aside", () => {
    const acknowledged = {
      toolsListChanged: true,
      promptsListChanged: true,
      resourceSubscriptions: [GUIDE, "file:///etc/passwd"],
    };
    expect(honouredFilter(asked, acknowledged)).toEqual(asked);
  });

  test.each([[{}], [null], ["all"], [[]], [{ toolsListChanged: 1, resourceSubscriptions: GUIDE }]])(
    "S3: %j honours nothing",
    (acknowledged) => {
      expect(honouredFilter(asked, acknowledged)).toEqual(nothing);
    },
  );
});

describe("which resources a subscription covers", () => {
  test.each([
    ["file:///p", "file:///p", true],
    ["file:///p", "file:///p/guide.md", true],
    ["file:///p/", "file:///p/guide.md", true],
    ["file:///p", "file:///proj-evil", false],
    ["file:///p", "file:///", false],
    ["file:///p/guide.md", "file:///p/guide.md2", false],
  ])("S5, T55: %s covers %s: %s", (subscribed, uri, expected) => {
    expect(coversResource({ ...nothing, resourceSubscriptions: [subscribed] }, uri)).toBe(expected);
  });
});
