import { never, SUBSCRIPTION_ID_KEY, startHttpServer } from "@perspt/fixture-servers";
import { describe, expect, onTestFinished, test } from "vitest";
import type { McpClient } from "../src/index.js";
import { connect, fixtureEndpoint, http } from "./clients.js";
import { GUIDE, keptText, read, ready, signal } from "./counting-client.js";

describe("what one client keeps", () => {
  async function serverOfHints(hints: object) {
    const server = await startHttpServer(
      { "resources/read": () => ({ ...hints, contents: [{ uri: GUIDE, text: "x" }] }) },
      { capabilities: { resources: {} } },
    );
    onTestFinished(() => server.close());
    return server;
  }

  test("K5, T52: is told to no other, of other credentials or the same, public or not", async () => {
    const server = await serverOfHints({ ttlMs: 60_000, cacheScope: "public" });
    const clients: McpClient[] = [];
    for (const token of ["a", "b", "b"]) {
      const headers = new Map([["authorization", `Bearer ${token}`]]);
      const transport = { ...http(server.url), headers };
      const client = await connect(transport, { cache: {} });
      expect(client.cached(read(GUIDE))).toBeNull();
      await client.call(read(GUIDE), { call: "c", signal });
      clients.push(client);
    }
    for (const client of clients) expect(keptText(client, read(GUIDE))).toBe("x");
    expect(server.requests.filter(({ body }) => body.includes("resources/read"))).toHaveLength(3);
  });

  test.each<[string, object, boolean]>([
    ["text as ttlMs", { ttlMs: "60000" }, false],
    ["null as ttlMs", { ttlMs: null }, false],
    ["an unknown cacheScope", { ttlMs: 60_000, cacheScope: "everyone" }, true],
    ["a cacheScope that is no text", { ttlMs: 60_000, cacheScope: 7 }, true],
  ])("K10: %s", async (_, hints, isKept) => {
    const server = await serverOfHints(hints);
    const client = await connect(http(server.url), { cache: {} });
    const outcome = await client.call(read(GUIDE), { call: "c", signal });
    expect(outcome.kind).toBe("completed");
    expect(client.cached(read(GUIDE)) !== null).toBe(isKept);
  });

  test("a result that no call could complete with is not told", async () => {
    const server = await serverOfHints({ ttlMs: 60_000, padding: "x".repeat(2000) });
    const client = await connect(http(server.url), { cache: {}, maxResultBytes: 1000 });
    expect(await client.call(read(GUIDE), { call: "c", signal })).toMatchObject({
      kind: "uncertain",
      error: { code: "result_too_large" },
    });
    expect(client.cached(read(GUIDE))).toBeNull();
  });

  test("K9: is not told when its server is gone", async () => {
    const client = await connect(await fixtureEndpoint("stdio", "counts-requests"), { cache: {} });
    await client.call(read(GUIDE), { call: "c", signal });
    expect(keptText(client, read(GUIDE))).toBe("1");
    await client.call(read("drop:"), { call: "c", signal });
    await client.closed;
    expect(client.cached(read(GUIDE))).toBeNull();
  });

  test("S8: is forgotten with the subscription that would have told its change", async () => {
    const server = await startHttpServer(
      {
        "resources/read": () => ({ ttlMs: 60_000, contents: [{ uri: GUIDE, text: "x" }] }),
        "subscriptions/listen": (_params, exchange) => {
          exchange.notify("notifications/subscriptions/acknowledged", {
            notifications: { resourceSubscriptions: [GUIDE] },
            _meta: { [SUBSCRIPTION_ID_KEY]: exchange.id },
          });
          drop = () => exchange.drop();
          return never();
        },
      },
      { capabilities: { resources: { subscribe: true } } },
    );
    let drop = (): void => expect.unreachable("nobody listens");
    onTestFinished(() => server.close());
    const client = await connect(http(server.url), {
      cache: {},
      subscriptions: { resources: [GUIDE] },
    });
    await ready(client);
    await client.call(read(GUIDE), { call: "c", signal });
    expect(keptText(client, read(GUIDE))).toBe("x");
    drop();
    await expect.poll(() => client.cached(read(GUIDE))).toBeNull();
  });
});
