import { existsSync, readFileSync } from "node:fs";
import { startFixture } from "@perspt/fixture-servers";
import { describe, expect, onTestFinished, test } from "vitest";
import { recordsIn, sessionsIn } from "./support/journal-files.js";
import { until } from "./support/processes.js";
import { documentOf, endOf, errorOf, startProgram } from "./support/run-program.js";
import { fixtureServer, httpServer, policy, WRITES_EFFECTS } from "./support/server-tables.js";
import { type Workplace, workplace } from "./support/workplace.js";

const MAY_WORK = policy("work", "data_write", { selectors: WRITES_EFFECTS });

interface Killed extends Workplace {
  readonly session: string;
  readonly seq: string;
  /** The server's table. */
  readonly table: string;
  readonly effects: () => string;
}

/** A workplace where a program was killed while the task that its call had become was running. */
async function killedInTheMiddle(reach: "stdio" | "http"): Promise<Killed> {
  const place = workplace();
  const { path, stateDirectory } = place;
  const words = ["--effects", path("effects"), "--tasks", path("tasks")];
  const lines = ["tasks = true"];
  const table =
    reach === "stdio"
      ? fixtureServer("keeper", "keeps-its-tasks", { args: words, lines })
      : httpServer("keeper", await urlOf(words), lines);
  place.configure(table, MAY_WORK);
  const child = startProgram(["mcp", "call", "mcp.keeper.work", "note=n", "milliseconds=2000"], {
    cwd: path("work"),
    environment: place.environment,
  });
  const ended = endOf(child);
  await until("the task's id is written down", () =>
    recordsIn(stateDirectory).some(({ type, taskId }) => type === "leg" && taskId !== null),
  );
  child.kill("SIGKILL");
  await ended;
  const [session = ""] = sessionsIn(stateDirectory);
  const intent = recordsIn(stateDirectory).find(({ type }) => type === "intent");
  return {
    ...place,
    session,
    seq: String(intent?.["seq"]),
    table,
    effects: () => (existsSync(path("effects")) ? readFileSync(path("effects"), "utf8") : ""),
  };
}

async function urlOf(words: readonly string[]): Promise<string> {
  const running = await startFixture("keeps-its-tasks", words);
  onTestFinished(() => running.stop());
  return running.url;
}

describe("journal resolve --ask (J10)", () => {
  test.each(["stdio", "http"] as const)(
    "after kill -9 over %s: the task's result settles the call, whose effect happened once",
    async (reach) => {
      const { perspt, session, seq, effects, stateDirectory } = await killedInTheMiddle(reach);
      expect((await perspt(["journal", "pending"])).stdout).toContain(
        `    perspt journal resolve ${session} ${seq} --ask\n`,
      );
      const asked = await perspt(["journal", "resolve", session, seq, "--ask", "--json"]);
      expect([asked.code, documentOf(asked)]).toEqual([
        0,
        {
          schemaVersion: 1,
          session,
          intent: Number(seq),
          operation: "mcp.keeper.work",
          outcome: "completed",
          settled: true,
          result: { content: [{ type: "text", text: "worked on n" }] },
          error: null,
        },
      ]);
      expect(effects()).toBe("n\n");
      expect(sessionsIn(stateDirectory)).toEqual([session]);
      expect(documentOf(await perspt(["journal", "pending", "--json"]))).toMatchObject({
        pending: [],
      });
      expect(documentOf(await perspt(["journal", "verify", "--json"]))).toMatchObject({
        sessions: [{ session, status: "ok", pending: 0 }],
      });
      expect((await perspt(["replay", session])).code).toBe(0);
      const again = await perspt(["journal", "resolve", session, seq, "--ask", "--json"]);
      expect([again.code, errorOf(again)]).toMatchObject([1, { code: "intent_not_open" }]);
    },
  );

  test("asks nobody where the policy is another one, or a person spoke as well, and changes no doubt", async () => {
    const { perspt, configure, session, seq, table, effects } = await killedInTheMiddle("stdio");
    const ask = (...words: readonly string[]) =>
      perspt(["journal", "resolve", session, seq, "--ask", "--json", ...words]);
    const both = await ask("--did", "--note", "x");
    expect([both.code, errorOf(both)]).toMatchObject([1, { code: "usage" }]);
    configure(table, policy("work", "data_write", { risk: "medium", selectors: WRITES_EFFECTS }));
    const other = await ask();
    expect([other.code, errorOf(other)]).toMatchObject([6, { code: "stale_binding" }]);
    configure(fixtureServer("other", "echo"));
    const none = await ask();
    expect([none.code, errorOf(none)]).toMatchObject([2, { code: "server_not_configured" }]);
    expect(documentOf(await perspt(["journal", "pending", "--json"]))).toMatchObject({
      pending: [{ session, seq: Number(seq) }],
    });
    expect(effects()).toBe("n\n");
  });
});
