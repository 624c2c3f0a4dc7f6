import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { fixtureOver, TRANSPORTS } from "./changing-server.js";
import { openHost, policy } from "./hosts.js";

/** More than the compiled schemas that a host keeps (1,024). */
const WARM_UP = 1100;
const REFRESHES = 2000;
const MEBIBYTE = 1024 * 1024;

/** What the heap holds once everything that can be freed is. */
function heapInUse(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") Reflect.apply(collect, undefined, []);
  return process.memoryUsage().heapUsed;
}

describe.each(TRANSPORTS)("a server over %s whose list is new each time", (kind) => {
  test("T40: with all schemas compiled that are kept, two thousand refreshes and a call of each list's new schema grow the heap by less than 8 MiB", async () => {
    const policies = [0, 1, 2].map((index) => policy(`tool_${index}`)).join("");
    let bound = 0;
    let acknowledged = 0;
    let wake = () => {};
    const { host, call } = await openHost(
      await fixtureOver(kind, "renews-its-schemas", [], policies),
      {
        // The host lets 200 ms pass between lists.
        pause: async () => {},
        observe(event) {
          if (event.kind === "catalog_bound") bound += 1;
          if (event.kind === "server_event" && event.event.type === "subscription_acknowledged") {
            acknowledged += 1;
          }
          wake();
        },
      },
    );
    const until = async (isSo: () => boolean) => {
      while (!isSo()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    };
    await until(() => acknowledged > 0);
    const refresh = async (count: number) => {
      for (const goal = bound + count; bound < goal; ) {
        const before = bound;
        const { outcome } = await call("mcp.t.tool_0", { a: `ab${before}`, b: "x" });
        expect(outcome).toMatchObject({ kind: "completed" });
        await until(() => bound > before);
      }
    };
    await refresh(WARM_UP);
    const before = heapInUse();
    await refresh(REFRESHES);
    expect(heapInUse() - before).toBeLessThan(8 * MEBIBYTE);
    expect(host.reports()[0]?.admitted.map(({ operation }) => operation)).toEqual([
      "mcp.t.tool_0",
      "mcp.t.tool_1",
      "mcp.t.tool_2",
    ]);
  }, 120_000);
});
