import type { JsonObject } from "@perspt/json";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { CacheableRequest } from "../src/index.js";
import { recordingGuard } from "../src/testing/index.js";
import { connect, fixtureEndpoint, TRANSPORTS } from "./clients.js";
import { counting, GUIDE, keptText, read, signal } from "./counting-client.js";

/** A clock that stands still for the cache until the test moves it, while timers run as ever. */
function movableClock() {
  let now = 1000;
  return {
    move: (milliseconds: number): void => {
      now += milliseconds;
    },
    clock: {
      now: () => now,
      schedule(milliseconds: number, callback: () => void) {
        const timer = setTimeout(callback, milliseconds);
        return () => clearTimeout(timer);
      },
    },
  };
}

describe.each(TRANSPORTS)("what is kept of a server over %s", (kind) => {
  test("K1: lists and resources that were read are told again without asking the server", async () => {
    const { client, call, count } = await counting(kind);
    const requests: CacheableRequest[] = [
      { kind: "resources_list", cursor: null },
      { kind: "resources_list", cursor: "" },
      { kind: "resource_templates_list", cursor: null },
      { kind: "prompts_list", cursor: null },
      read(GUIDE),
    ];
    for (const request of requests) {
      expect(client.cached(request)).toBeNull();
      const outcome = await call(request);
      expect(outcome.kind).toBe("completed");
      const result = outcome.kind === "completed" ? outcome.result : null;
      expect(client.cached(request)).toMatchObject({ result });
    }
    expect(await count("resources/read")).toBe(1);
    expect(await count("resources/list")).toBe(2);
  });

  test("K1: a call goes to the server each time, under its guard; a look asks neither", async () => {
    const guard = recordingGuard();
    const { client, call, count } = await counting(kind, { guard });
    const before = guard.lines().length;
    await call(read(GUIDE));
    await call(read(GUIDE));
    expect(guard.lines().slice(before)).toEqual([
      "before 1 send",
      `redeem 1 send ${GUIDE}`,
      "after 1 send complete",
      "before 1 send",
      `redeem 1 send ${GUIDE}`,
      "after 1 send complete",
    ]);
    expect(keptText(client, read(GUIDE))).toBe("2");
    expect(guard.lines()).toHaveLength(before + 6);
    expect(await count("resources/read")).toBe(2);
  });

  test("K1: an answer that the guard held back is not kept", async () => {
    const guard = recordingGuard(
      (entry) => entry.at === "after" && entry.leg.method === "resources/read",
    );
    const { client, call } = await counting(kind, { guard });
    expect((await call(read(GUIDE))).kind).toBe("uncertain");
    expect(client.cached(read(GUIDE))).toBeNull();
  });

  test("K1: without the option nothing is kept", async () => {
    const transport = await fixtureEndpoint(kind, "counts-requests");
    const client = await connect(transport);
    await client.call(read(GUIDE), { call: "c", signal });
    expect(client.cached(read(GUIDE))).toBeNull();
  });

  test("K2: for ttlMs by a clock of its own, and not a moment longer", async () => {
    const { clock, move } = movableClock();
    const { client, call } = await counting(kind, { clock, ttlMs: 5000 });
    await call(read(GUIDE));
    move(4999);
    expect(client.cached(read(GUIDE))).toMatchObject({ ageMs: 4999, freshForMs: 1 });
    move(1);
    expect(client.cached(read(GUIDE))).toBeNull();
  });

  test("T52: for an hour at most, however long the server allows", async () => {
    const { clock, move } = movableClock();
    const { client, call } = await counting(kind, { clock, ttlMs: 1e15 });
    await call(read(GUIDE));
    expect(client.cached(read(GUIDE))).toMatchObject({ ageMs: 0, freshForMs: 3_600_000 });
    move(3_599_999);
    expect(keptText(client, read(GUIDE))).toBe("1");
    move(1);
    expect(client.cached(read(GUIDE))).toBeNull();
  });

  test("T52: for this client alone: another one of the same server is told nothing of it", async () => {
    const transport = await fixtureEndpoint(kind, "counts-requests");
    const [one, other] = [
      await connect(transport, { cache: {} }),
      await connect(transport, { cache: {} }),
    ];
    await one.call(read(GUIDE), { call: "c", signal });
    expect(keptText(one, read(GUIDE))).toBe("1");
    expect(other.cached(read(GUIDE))).toBeNull();
  });

  test.each([0, -5])("K2, T52: not at all for a ttlMs of %i", async (ttlMs) => {
    const { client, call } = await counting(kind, { ttlMs });
    await call(read(GUIDE));
    expect(client.cached(read(GUIDE))).toBeNull();
  });

  test("K2: a jump of the time of day makes nothing stale", async () => {
    const { client, call } = await counting(kind, { ttlMs: 60_000 });
    await call(read(GUIDE));
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    for (const day of ["2001-01-01", "2099-01-01"]) {
      vi.setSystemTime(new Date(day));
      expect(keptText(client, read(GUIDE))).toBe("1");
    }
  });

  test("K3: for the same method and parameters alone", async () => {
    const { client, call } = await counting(kind);
    await call(read(GUIDE));
    await call({ kind: "resources_list", cursor: null });
    expect(client.cached(read(`${GUIDE}s`))).toBeNull();
    expect(client.cached({ kind: "resources_list", cursor: "" })).toBeNull();
    expect(client.cached({ kind: "prompts_list", cursor: null })).toBeNull();
  });

  test("K4, T52: not what was told after a question; both reads reach the server with both their legs", async () => {
    const { client, call, count } = await counting(kind, {
      roots: [{ uri: "file:///p", name: null }],
    });
    for (const reads of [2, 4]) {
      expect(await call(read("ask:where"))).toMatchObject({
        kind: "completed",
        result: { contents: [{ text: `${reads}` }] },
      });
      expect(client.cached(read("ask:where"))).toBeNull();
      expect(await count("resources/read")).toBe(reads);
    }
  });

  test("K6, T52: not past a change that is told, whatever its ttlMs", async () => {
    const { client, call, announce } = await counting(kind);
    await call(read(GUIDE));
    await client.list("prompts", signal);
    await announce({ method: "resources/updated", uri: GUIDE });
    await expect.poll(() => client.cached(read(GUIDE))).toBeNull();
    expect(client.cached({ kind: "prompts_list", cursor: null })).not.toBeNull();
    await announce({ method: "prompts/list_changed" });
    await expect.poll(() => client.cached({ kind: "prompts_list", cursor: null })).toBeNull();
  });

  test("K6: not what changed while it was under way", async () => {
    const { client, call, announce } = await counting(kind);
    const reading = call(read("changing:guide"));
    for await (const event of client.events()) {
      if (event.type === "resource_updated") break;
    }
    await announce({ method: "prompts/list_changed" });
    expect((await reading).kind).toBe("completed");
    expect(client.cached(read("changing:guide"))).toBeNull();
  });

  test("S12: a flood of changes is one event; what was kept is gone, and the next reading asks", async () => {
    const { client, announce, count } = await counting(kind);
    await announce({ method: "tools/list_changed", times: 20_000 });
    for await (const event of client.events()) {
      if (event.type === "tools_list_changed") break;
    }
    const before = await count("tools/list");
    await client.listTools(signal, "cached");
    expect(await count("tools/list")).toBe(before + 2);
    await client.close();
    let waiting = 0;
    for await (const _ of client.events()) waiting += 1;
    expect(waiting).toBeLessThanOrEqual(1);
  });

  test("K7: when its time is over, an idle client asks for nothing", async () => {
    const { client, call, count } = await counting(kind, { ttlMs: 20 });
    await call(read(GUIDE));
    await client.list("resources", signal);
    const lists = await count("resources/list");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await count("resources/read")).toBe(1);
    expect(await count("resources/list")).toBe(lists);
  });

  test("K8: a list is told in full while each of its pages is fresh, else read again from its first", async () => {
    const { clock, move } = movableClock();
    const { client, call, count } = await counting(kind, { clock, ttlMs: 100 });
    const names = async () => (await client.list("resources", signal, "cached")).map(nameAndUri);
    expect(await names()).toEqual(['["first","count:1"]', '["second","count:2"]']);
    move(60);
    // The second page alone is younger now.
    await call({ kind: "resources_list", cursor: "" });
    expect(await names()).toEqual(['["first","count:1"]', '["second","count:3"]']);
    move(60);
    expect(await names()).toEqual(['["first","count:4"]', '["second","count:5"]']);
    expect(await count("resources/list")).toBe(5);
  });

  test("K9: the list of tools is read from the server unless its reader says otherwise", async () => {
    const { client, count } = await counting(kind);
    const tools = await client.listTools(signal);
    expect(await count("tools/list")).toBe(4);
    expect(await client.listTools(signal, "cached")).toEqual(tools);
    expect(await count("tools/list")).toBe(4);
    await client.listTools(signal, "fresh");
    expect(await count("tools/list")).toBe(6);
  });

  test("K9: nothing when the server can no longer be asked", async () => {
    const { client, call } = await counting(kind);
    await call(read(GUIDE));
    await client.close();
    expect(client.cached(read(GUIDE))).toBeNull();
  });

  test("N3: a prompt and a completion are never kept", async () => {
    const { call } = await counting(kind);
    const prompt = { kind: "prompt_get", name: "first", arguments: new Map() } as const;
    const completion = {
      kind: "complete",
      reference: { kind: "prompt", name: "first" },
      argument: { name: "a", value: "" },
      context: new Map(),
    } as const;
    await call(prompt);
    await call(completion);
    expect(await call(prompt)).toMatchObject({
      result: { messages: [{ content: { text: "2" } }] },
    });
    expect(await call(completion)).toMatchObject({ result: { completion: { values: ["2"] } } });
  });
});

function nameAndUri({ name = null, uri = null }: JsonObject): string {
  return JSON.stringify([name, uri]);
}
