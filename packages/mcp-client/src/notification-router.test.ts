import type { JSONRPCNotification } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import { MAX_EVENT_BYTES, NotificationRouter } from "./notification-router.js";
import { MAX_PROGRESS_MESSAGE, ProgressTokens } from "./progress-tokens.js";
import type { McpServerEvent } from "./server-event.js";
import { Subscription, type SubscriptionNews } from "./subscription.js";

const ID_KEY = "io.modelcontextprotocol/subscriptionId";
const GUIDE = "file:///p/guide.md";
const asked = {
  toolsListChanged: true,
  promptsListChanged: false,
  resourcesListChanged: true,
  resourceSubscriptions: [GUIDE],
};
const acknowledgement = (id: string | number, filter: Record<string, unknown>) =>
  of("notifications/subscriptions/acknowledged", id, { notifications: filter });
const everything = {
  toolsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: [GUIDE],
};

function of(
  method: string,
  id: string | number,
  params: Record<string, unknown> = {},
): JSONRPCNotification {
  return { jsonrpc: "2.0", method, params: { ...params, _meta: { [ID_KEY]: id } } };
}

function setUp(options: { readonly wantsLogs?: boolean } = {}) {
  const events: McpServerEvent[] = [];
  const notes: string[] = [];
  const news: SubscriptionNews["kind"][] = [];
  const progress = new ProgressTokens();
  const router = new NotificationRouter({
    progress,
    wantsLogs: options.wantsLogs ?? false,
    emit: (event) => events.push(event),
    note: (code) => notes.push(code),
  });
  const unfollow = router.follow(new Subscription(7, asked), (told) => {
    news.push(told.kind);
    if (told.kind === "event") events.push(told.event);
  });
  return { router, progress, events, notes, news, unfollow };
}

describe("notifications of a subscription", () => {
  test("S2, S5: are told once it is acknowledged, as far as they are honoured", () => {
    const { router, events, notes } = setUp();
    router.take(acknowledgement(7, everything));
    router.take(of("notifications/tools/list_changed", 7));
    router.take(of("notifications/resources/list_changed", 7));
    router.take(of("notifications/resources/updated", 7, { uri: GUIDE }));
    expect(events).toEqual([
      { type: "tools_list_changed" },
      { type: "resources_list_changed" },
      { type: "resource_updated", uri: GUIDE },
    ]);
    expect(notes).toEqual([]);
  });

  test("S2, T71: what comes before the acknowledgement is dropped and counted", () => {
    const { router, events, notes } = setUp();
    router.take(of("notifications/tools/list_changed", 7));
    expect(events).toEqual([]);
    expect(notes).toEqual(["event_before_acknowledgement"]);
  });

  test.each<[string, JSONRPCNotification, string]>([
    [
      "a list that was not asked for",
      of("notifications/prompts/list_changed", 7),
      "event_outside_subscription",
    ],
    [
      "another resource",
      of("notifications/resources/updated", 7, { uri: "file:///etc/passwd" }),
      "event_outside_subscription",
    ],
    [
      "a resource without an address",
      of("notifications/resources/updated", 7),
      "malformed_notification",
    ],
    [
      "S11: progress",
      of("notifications/progress", 7, { progressToken: 1, progress: 1 }),
      "event_outside_subscription",
    ],
    [
      "S11, L2: a log",
      of("notifications/message", 7, { level: "error", data: "x" }),
      "event_outside_subscription",
    ],
    [
      "J17: a task that nobody asked for",
      of("notifications/tasks", 7, { taskId: "t" }),
      "event_outside_subscription",
    ],
    ["a second acknowledgement", acknowledgement(7, everything), "second_acknowledgement"],
    [
      "I12, S4: an id of another JSON type",
      of("notifications/tools/list_changed", "7"),
      "event_without_subscription",
    ],
    [
      "I12, S4: a foreign id",
      of("notifications/tools/list_changed", 8),
      "event_without_subscription",
    ],
    [
      "I12, S4: no id",
      { jsonrpc: "2.0", method: "notifications/tools/list_changed" },
      "event_without_subscription",
    ],
  ])("T71: %s is dropped and counted", (_what, notification, code) => {
    const { router, events, notes } = setUp();
    router.take(acknowledgement(7, everything));
    router.take(notification);
    expect(events).toEqual([]);
    expect(notes).toEqual([code]);
  });

  test("S3: of an empty acknowledgement nothing follows", () => {
    const { router, events, notes } = setUp();
    router.take(acknowledgement(7, {}));
    router.take(of("notifications/tools/list_changed", 7));
    expect(events).toEqual([]);
    expect(notes).toEqual(["event_outside_subscription"]);
  });

  test("S6: after its end they are dropped", () => {
    const { router, events, notes, unfollow } = setUp();
    router.take(acknowledgement(7, everything));
    unfollow();
    router.take(of("notifications/tools/list_changed", 7));
    expect(events).toEqual([]);
    expect(notes).toEqual(["event_without_subscription"]);
  });

  test("S7: the server may end it by cancelling its request, and no other", () => {
    const { router, news, events } = setUp();
    router.take({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } });
    router.take({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3 } });
    expect(news).toEqual(["ended"]);
    expect(events).toEqual([{ type: "cancelled", requestId: 3 }]);
  });
});

describe("other notifications", () => {
  test("L1: a log that nobody asked for is dropped and counted", () => {
    const { router, events, notes } = setUp();
    router.take({
      jsonrpc: "2.0",
      method: "notifications/message",
      params: { level: "error", data: 1 },
    });
    expect(events).toEqual([]);
    expect(notes).toEqual(["unrequested_log"]);
  });

  test("L1: a log that was asked for is an event", () => {
    const { router, events } = setUp({ wantsLogs: true });
    const params = { level: "warning", logger: "db", data: { retry: 2 } };
    router.take({ jsonrpc: "2.0", method: "notifications/message", params });
    expect(events).toEqual([{ type: "log", ...params }]);
  });

  test("a notification of an extension is an event, with what it carries", () => {
    const { router, events } = setUp();
    router.take({ jsonrpc: "2.0", method: "test.example/ping", params: { n: 1 } });
    router.take({ jsonrpc: "2.0", method: "test.example/bare" });
    expect(events).toEqual([
      { type: "custom", method: "test.example/ping", params: { n: 1 } },
      { type: "custom", method: "test.example/bare", params: {} },
    ]);
  });

  test("T70: one that carries too much is dropped and counted", () => {
    const { router, events, notes } = setUp({ wantsLogs: true });
    const data = "x".repeat(MAX_EVENT_BYTES);
    router.take({ jsonrpc: "2.0", method: "test.example/big", params: { data } });
    router.take({
      jsonrpc: "2.0",
      method: "notifications/message",
      params: { level: "info", data },
    });
    expect(events).toEqual([]);
    expect(notes).toEqual(["oversize_event", "oversize_event"]);
  });

  test.each<[string, JSONRPCNotification]>([
    ["a log without a level", { jsonrpc: "2.0", method: "notifications/message", params: {} }],
    ["a cancellation of nothing", { jsonrpc: "2.0", method: "notifications/cancelled" }],
  ])("%s is malformed", (_what, notification) => {
    const { router, events, notes } = setUp({ wantsLogs: true });
    router.take(notification);
    expect(events).toEqual([]);
    expect(notes).toEqual(["malformed_notification"]);
  });
});

describe("progress", () => {
  const of = (progressToken: unknown, progress: unknown, more: Record<string, unknown> = {}) =>
    ({
      jsonrpc: "2.0",
      method: "notifications/progress",
      params: { progressToken, progress, ...more },
    }) as const;
  const event = { type: "progress", call: "c", total: null, message: null };

  test("P1, P2: is told under the call whose request asked for it, as long as it goes forward", () => {
    const { router, progress, events, notes } = setUp();
    const one = progress.open("c");
    const other = progress.open("d");
    expect(one.token).not.toBe(other.token);
    for (const value of [0.4, 0.4, 0.3, 0.5]) router.take(of(one.token, value));
    router.take(of(other.token, 0.1));
    expect(events).toEqual([
      { ...event, progress: 0.4 },
      { ...event, progress: 0.5 },
      { ...event, call: "d", progress: 0.1 },
    ]);
    expect(notes).toEqual(["invalid_progress", "invalid_progress"]);
  });

  test("P2: under an unknown token, or one whose request has ended, is dropped and counted", () => {
    const { router, progress, events, notes } = setUp();
    const { token, close } = progress.open("c");
    close();
    router.take(of(token, 1));
    router.take(of("constructor", 1));
    router.take(of(undefined, 1));
    expect(events).toEqual([]);
    expect(notes).toEqual(Array(3).fill("unknown_progress_token"));
  });

  test.each([
    [{ total: 0 }, {}],
    [{ total: -1 }, {}],
    [{ total: "10" }, {}],
    [
      { total: 10, message: "indexing" },
      { total: 10, message: "indexing" },
    ],
    [{ message: 5 }, {}],
    [{ message: "x".repeat(5000) }, { message: "x".repeat(MAX_PROGRESS_MESSAGE) }],
  ])("P4: %o is read as %o", (more, expected) => {
    const { router, progress, events } = setUp();
    router.take(of(progress.open("c").token, 1, more));
    expect(events).toEqual([{ ...event, progress: 1, ...expected }]);
  });
});
