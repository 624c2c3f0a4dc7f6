import type { JsonObject } from "@perspt/json";
import { describe, expect, test } from "vitest";
import { type CachePlace, cachePlace, isStaleAfter } from "./cache-place.js";
import type { McpServerEvent } from "./server-event.js";

/** The place of a request that has one; fails the test where it has none. */
function placeOf(method: string, params: JsonObject = {}): CachePlace {
  return cachePlace(method, params) ?? expect.unreachable(`${method} is not kept`);
}

describe("what may be kept", () => {
  test.each([
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
  ])("K1: the result of %s", (method) => {
    expect(placeOf(method).method).toBe(method);
  });

  test.each([
    "server/discover",
    "tools/call",
    "prompts/get",
    "completion/complete",
    "subscriptions/listen",
    "tasks/get",
    "Tools/list",
    "toString",
  ])("K1: not that of %s", (method) => {
    expect(cachePlace(method, {})).toBeNull();
  });

  test.each<[string, JsonObject]>([
    ["inputResponses", { uri: "a:b", inputResponses: {} }],
    ["requestState", { uri: "a:b", requestState: "" }],
    ["both", { uri: "a:b", inputResponses: {}, requestState: "s" }],
  ])("K4: not that of a request with %s", (_, params) => {
    expect(cachePlace("resources/read", params)).toBeNull();
  });

  test("K3: a method and its parameters make the key, in whatever order; _meta does not", () => {
    const place = placeOf("resources/read", { uri: "a:b", x: { m: 1, n: 2 }, _meta: { p: 1 } });
    expect(placeOf("resources/read", { x: { n: 2, m: 1 }, uri: "a:b" })).toEqual(place);
    const others = [
      placeOf("resources/read", { uri: "a:b" }),
      placeOf("resources/read", { uri: "a:B", x: { m: 1, n: 2 } }),
      placeOf("resources/list", { uri: "a:b", x: { m: 1, n: 2 } }),
    ];
    expect(new Set([place, ...others].map(({ key }) => key)).size).toBe(4);
  });

  test("G1, K3: pages of a list share a key; an empty cursor is not the first page", () => {
    const first = placeOf("tools/list");
    const empty = placeOf("tools/list", { cursor: "" });
    expect(empty.key).toBe(first.key);
    expect([first.cursor, empty.cursor]).toEqual([null, ""]);
  });

  test("an address that is no whole text is not kept", () => {
    expect(cachePlace("resources/read", { uri: "a:\ud800" })).toBeNull();
  });
});

describe("K6: what makes a kept result stale", () => {
  const places = {
    tools: placeOf("tools/list"),
    prompts: placeOf("prompts/list"),
    resources: placeOf("resources/list"),
    templates: placeOf("resources/templates/list"),
    folder: placeOf("resources/read", { uri: "file:///p" }),
    guide: placeOf("resources/read", { uri: "file:///p/guide.md" }),
    sibling: placeOf("resources/read", { uri: "file:///p/guide.md.old" }),
  };

  const staleAfter = (event: McpServerEvent): readonly string[] =>
    Object.entries(places)
      .filter(([, place]) => isStaleAfter(event, place))
      .map(([name]) => name);

  test.each<[McpServerEvent, readonly string[]]>([
    [{ type: "tools_list_changed" }, ["tools"]],
    [{ type: "prompts_list_changed" }, ["prompts"]],
    [{ type: "resources_list_changed" }, ["resources", "templates", "folder", "guide", "sibling"]],
    [{ type: "resource_updated", uri: "file:///p/guide.md" }, ["folder", "guide"]],
    [{ type: "resource_updated", uri: "file:///p" }, ["folder", "guide", "sibling"]],
    [{ type: "resource_updated", uri: "file:///p/" }, ["folder", "guide", "sibling"]],
    [{ type: "resource_updated", uri: "file:///q" }, []],
    [{ type: "subscription_ended", reason: "lost" }, Object.keys(places)],
    [{ type: "subscription_ended", reason: "closed" }, Object.keys(places)],
    [{ type: "subscription_ended", reason: "refused" }, []],
    [{ type: "custom", method: "notifications/tools/list_changed", params: {} }, []],
    [{ type: "dropped", count: 3 }, []],
  ])("%j", (event, expected) => {
    expect(staleAfter(event)).toEqual(expected);
  });
});
