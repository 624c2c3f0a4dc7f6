import { existsSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import { parseObject } from "./support/matchers.js";
import { endOf, errorOf, startProgram } from "./support/run-program.js";
import { fixtureServer, policy } from "./support/server-tables.js";
import { type Workplace, workplace } from "./support/workplace.js";

const tool = (name: string) => ({ name, inputSchema: { type: "object" } });

/** A workplace with a server whose tools the test changes. */
function changing(lines: readonly string[] = []): Workplace {
  const place = workplace();
  place.write("catalog.json", JSON.stringify([tool("a")]));
  place.configure(
    fixtureServer("box", "changes-its-tools", {
      args: ["--catalog", place.path("catalog.json")],
      lines,
    }),
    policy("a", "search"),
    policy("b", "search"),
  );
  return place;
}

describe("perspt mcp watch", () => {
  test("prints one event a line until interrupted (exit 130): the connection, what changed, and what it was bound to", async () => {
    const place = changing();
    const child = startProgram(["mcp", "watch", "box", "--json"], {
      cwd: place.path("work"),
      environment: place.environment,
    });
    const ended = endOf(child);
    const events: Readonly<Record<string, unknown>>[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      const event = parseObject(line);
      events.push(event);
      if (event["event"] === "subscription_acknowledged") {
        writeFileSync(place.path("catalog.json"), JSON.stringify([tool("b")]));
      }
      if (event["event"] === "catalog_bound" && event["epoch"] === 2) child.kill("SIGINT");
    }
    expect((await ended).code).toBe(130);
    expect(existsSync(place.stateDirectory)).toBe(false);
    expect(events.every((event) => event["schemaVersion"] === 1 && event["server"] === "box")).toBe(
      true,
    );
    expect(events.map((event) => event["event"])).toEqual([
      "connected",
      "catalog_bound",
      "subscription_acknowledged",
      "tools_list_changed",
      "catalog_stale",
      "catalog_bound",
    ]);
    expect(events.at(-1)).toMatchObject({
      added: ["mcp.box.b"],
      changed: [],
      removed: ["mcp.box.a"],
    });
  });

  test("for people, says what came, and that a server that is not subscribed to tells nothing", async () => {
    const place = changing(["subscriptions = false"]);
    const child = startProgram(["mcp", "watch", "box"], {
      cwd: place.path("work"),
      environment: place.environment,
    });
    const ended = endOf(child);
    for await (const line of createInterface({ input: child.stdout })) {
      if (/ connected /.test(line)) child.kill("SIGTERM");
    }
    const { stdout, code } = await ended;
    expect(stdout).toMatch(
      /^\S+ \S+ {2}connected {2}2026-07-28, 1 operations admitted; subscriptions = false in its table, so it is not listened to$/m,
    );
    expect(code).toBe(130);
  });

  test("ends when nobody reads any more", async () => {
    const place = changing();
    const child = startProgram(["mcp", "watch", "box"], {
      cwd: place.path("work"),
      environment: place.environment,
    });
    child.stdout.once("data", () => {
      child.stdout.destroy();
      writeFileSync(place.path("catalog.json"), JSON.stringify([tool("b")]));
    });
    const code = await new Promise((resolve) => child.once("exit", resolve));
    expect(code).toBe(0);
  });

  test("says which server there is none of, and why one cannot be watched (exit 4)", async () => {
    const place = changing();
    const unknown = await place.perspt(["mcp", "watch", "bix", "--json"]);
    expect([unknown.code, errorOf(unknown)]).toMatchObject([
      1,
      { code: "no_such_server", hint: "Did you mean box?" },
    ]);
    place.configure(fixtureServer("old", "legacy"));
    const legacy = await place.perspt(["mcp", "watch", "old", "--json"]);
    expect([legacy.code, errorOf(legacy)]).toMatchObject([4, { code: "incompatible_protocol" }]);
  });
});
