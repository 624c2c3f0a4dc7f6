import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { hasRecord, recordsIn } from "./support/journal-files.js";
import { parseObject, textLike } from "./support/matchers.js";
import { isAlive, processesWith, until } from "./support/processes.js";
import { documentOf, endOf, type RunResult, startProgram } from "./support/run-program.js";
import { fixtureServer, policy } from "./support/server-tables.js";
import { type Workplace, workplace } from "./support/workplace.js";

/** A workplace whose server carries the workplace's path in its argv, so that its processes can be found. */
function withServer(
  name: "toolbox" | "silent" | "ignores-terminate",
  ...policies: readonly string[]
): Workplace {
  const place = workplace();
  place.configure(
    fixtureServer("box", name, {
      args: ["--effects", place.path("effects")],
      lines: ["timeout_ms = 60000"],
    }),
    ...policies,
  );
  return place;
}

function start(place: Workplace, words: readonly string[], environment = {}) {
  const child = startProgram(words, {
    cwd: place.path("work"),
    environment: { ...place.environment, ...environment },
  });
  return { child, end: endOf(child) };
}

const serversOf = (place: Workplace) => processesWith(place.path("effects"));

const SLOW_CALL = ["mcp", "call", "mcp.box.slow", "milliseconds=60000"];

describe("a program that is asked to stop (exit 130)", () => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    test(`${signal} in the middle of a call: the outcome is written down, the server ends`, async () => {
      const place = withServer("toolbox", policy("slow", "search"));
      const { child, end } = start(place, [...SLOW_CALL, "--json"]);
      await until("the server has the call", () => existsSync(place.path("effects")));
      expect(serversOf(place)).toHaveLength(1);
      child.kill(signal);
      const result = await end;
      expect(result.code).toBe(130);
      expect(documentOf(result)).toMatchObject({
        outcome: "uncertain",
        mayHaveRun: true,
        error: { code: "cancelled" },
      });
      expect(recordsIn(place.stateDirectory).map(({ type }) => type)).toEqual([
        "segment",
        "session",
        "grant",
        "catalog",
        "admission",
        "intent",
        "outcome",
        "end",
      ]);
      await until("the server has ended", () => serversOf(place).length === 0);
    });
  }

  test("SIGINT while a server does not answer: it ends with the program", async () => {
    const place = withServer("silent");
    const { child, end } = start(place, ["mcp", "inspect"]);
    await until("the server runs", () => serversOf(place).length === 1);
    child.kill("SIGINT");
    expect((await end).code).toBe(130);
    await until("the server has ended", () => serversOf(place).length === 0);
  });

  test("a second SIGINT ends it at once, and a server that ignores everything too", async () => {
    const place = withServer("ignores-terminate");
    const { child, end } = start(place, ["mcp", "inspect"]);
    await until("the server runs", () => serversOf(place).length > 0);
    child.kill("SIGINT");
    child.kill("SIGINT");
    expect((await end).code).toBe(130);
    await until("the server has ended", () => serversOf(place).length === 0);
  });
});

describe("a program that ends otherwise leaves no server (report 6)", () => {
  test("by its normal end: a wrapper goes with the server that it started", async () => {
    const place = workplace();
    const pids = place.path("pids");
    place.configure(fixtureServer("box", "wrapper", { args: ["--pids", pids] }));
    expect((await place.perspt(["mcp", "inspect"])).code).toBe(0);
    const started: unknown = JSON.parse(readFileSync(pids, "utf8"));
    expect(started).toHaveLength(2);
    await until("both have ended", () => processesWith(pids).length === 0);
    for (const pid of Array.isArray(started) ? started.map(Number) : []) {
      await until(`process ${pid} has ended`, () => !isAlive(pid));
    }
  });

  test("by an exception that nobody caught: exit 1, with one line that says so", async () => {
    const place = withServer("toolbox", policy("slow", "search"));
    const trigger = place.path("trigger");
    const planted = `import { existsSync } from "node:fs";
      setInterval(() => {
        if (existsSync(${JSON.stringify(trigger)})) throw new Error("planted");
      }, 50).unref();`;
    const { end } = start(place, [...SLOW_CALL, "--json"], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(planted)}`,
    });
    await until("the server runs", () => serversOf(place).length === 1);
    place.write("trigger", "");
    const result = await end;
    expect(result.code).toBe(1);
    expect(parseObject(result.stderr)).toMatchObject({
      error: { code: "unexpected", message: textLike(/planted/) },
    });
    await until("the server has ended", () => serversOf(place).length === 0);
  });

  test("by kill -9: the call is in doubt, and is never sent again", async () => {
    const place = withServer("toolbox", policy("slow", "search"));
    const { child, end } = start(place, SLOW_CALL);
    await until("the server has the call", () => existsSync(place.path("effects")));
    const servers = serversOf(place);
    child.kill("SIGKILL");
    expect((await end).code).toBeNull();
    // Nobody is left to end the server, which sleeps through the end of its input.
    for (const server of servers) process.kill(server, "SIGKILL");
    expect(hasRecord(place.stateDirectory, "outcome")).toBe(false);
    expect(documentOf(await place.perspt(["journal", "verify", "--json"]))).toMatchObject({
      sessions: [{ status: "ok", pending: 1 }],
    });
  });
});

describe("standard output", () => {
  test("is whole, however long the document is", async () => {
    const place = withServer("toolbox", policy("large", "search"));
    const result = await place.perspt(["mcp", "call", "mcp.box.large", "bytes=900000", "--json"]);
    expect(result.code).toBe(0);
    const { result: answer } = documentOf(result);
    expect(JSON.stringify(answer)).toContain("x".repeat(900_000));
  });

  test("may be closed by its reader at any time: no complaint, and the call's own exit code", async () => {
    const place = withServer("toolbox", policy("large", "search"));
    const { child, end } = start(place, [
      "mcp",
      "call",
      "mcp.box.large",
      "bytes=900000",
      "--quiet",
    ]);
    child.stdout.once("data", () => child.stdout.destroy());
    const result: RunResult = await end;
    expect([result.code, result.stderr]).toEqual([0, ""]);
  });

  test("may be closed before anything is written", async () => {
    const place = withServer("toolbox");
    const { child, end } = start(place, ["--help"]);
    child.stdout.destroy();
    const result = await end;
    expect([result.code, result.stderr]).toEqual([0, ""]);
  });
});
