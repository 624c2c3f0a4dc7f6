import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fixture, startFixture } from "@perspt/fixture-servers";
import { openJournal, readJournal } from "@perspt/journal";
import { describe, expect, onTestFinished, test } from "vitest";
import type { McpHostOptions } from "../src/index.js";
import { openHost, policy } from "./hosts.js";

const never = new AbortController().signal;
const WRITES = `[{ kind = "scoped_argument", family = "notes", field = "note", access = "write" }]`;

type Reach = "stdio" | "streamable_http";

interface Scene {
  /** A state directory as a process leaves it that is killed while its call's task runs. */
  readonly left: string;
  readonly intent: number;
  readonly effects: () => readonly string[];
  /** The configuration, with lines added to the server's table and a policy for its tool. */
  readonly toml: (tools?: string, reach?: string) => string;
}

/** A call that became a task, and of whose process nothing is left but its journal. */
async function leftInDoubt(reach: Reach, milliseconds = 300): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), "perspt-resume-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const effects = join(folder, "effects");
  const words = ["--effects", effects, "--tasks", join(folder, "tasks")];
  const line = await reachLine(reach, words);
  const toml = (tools = policy("work", "data_write", "low", WRITES), reachedBy = line) =>
    [
      "[[external_tools]]",
      'id = "t"',
      `transport = "${reach}"`,
      reachedBy,
      "timeout_ms = 10000",
      "tasks = true",
      tools,
    ].join("\n");
  const stop = new AbortController();
  const first = await openHost(toml());
  const ended = first.call("mcp.t.work", { note: "n", milliseconds }, stop.signal);
  const { stateDirectory } = first;
  const taskIn = (state: string) => {
    const doubts = readJournal({ stateDirectory: state, session: "s1" }).state.doubts;
    return [...doubts.values()].find(({ taskId }) => taskId !== null) ?? null;
  };
  for (let wait = 0; wait < 500; wait += 1) {
    await sleep(10);
    try {
      if (taskIn(stateDirectory) !== null) break;
    } catch {
      // The session appears with the first decision.
    }
  }
  const left = join(folder, "left");
  cpSync(stateDirectory, left, { recursive: true });
  stop.abort();
  await ended;
  return {
    left,
    intent: taskIn(left)?.intent ?? 0,
    effects: () => readFileSync(effects, "utf8").split("\n").slice(0, -1),
    toml,
  };
}

async function reachLine(reach: Reach, words: readonly string[]): Promise<string> {
  if (reach === "stdio") {
    return `command = ${JSON.stringify([process.execPath, fixture("keeps-its-tasks"), ...words])}`;
  }
  const running = await startFixture("keeps-its-tasks", words);
  onTestFinished(() => running.stop());
  return `url = ${JSON.stringify(running.url)}`;
}

/** Another process's host, which continues the session and has connected to nothing. */
function continued({ left }: Scene, toml: string, over: Partial<McpHostOptions> = {}) {
  const session = { kind: "existing", id: "s1" } as const;
  return openHost(toml, {
    discovers: false,
    journal: { open: () => openJournal({ stateDirectory: left, session, secrets: [] }) },
    ...over,
  });
}

const readLeft = ({ left }: Scene) => readJournal({ stateDirectory: left, session: "s1" });

describe("J10: a call that was left in doubt as a task", () => {
  test.each(["stdio", "streamable_http"] as const)(
    "is settled over %s by its result; nothing is called again",
    async (reach) => {
      const scene = await leftInDoubt(reach);
      const { host } = await continued(scene, scene.toml());
      expect(await host.resumeTask(scene.intent, never)).toEqual({
        kind: "asked",
        operation: "mcp.t.work",
        outcome: {
          kind: "completed",
          mayHaveRun: true,
          result: { content: [{ type: "text", text: "worked on n" }] },
        },
        isSettled: true,
      });
      expect(await host.resumeTask(scene.intent, never)).toMatchObject({
        kind: "not_asked",
        problem: { code: "intent_not_open" },
      });
      await host.close();
      expect(scene.effects()).toEqual(["n"]);
      const { state, records, verdict } = readLeft(scene);
      expect([state.doubts.size, verdict.kind, state.callsSpent]).toEqual([0, "ok", 1]);
      const resumed = records.slice(records.findLastIndex(({ type }) => type === "admission") + 1);
      const [asked, answered] = resumed;
      expect([asked, answered]).toMatchObject([
        { type: "leg", intent: scene.intent, kind: "task_get", stage: "sending" },
        { type: "leg", intent: scene.intent, kind: "task_get", stage: "answered" },
      ]);
      expect(resumed.slice(-2)).toMatchObject([
        { type: "outcome", intent: scene.intent, kind: "completed" },
        { type: "end" },
      ]);
    },
  );

  test("is asked for once, however many ask", async () => {
    const scene = await leftInDoubt("streamable_http", 1_000);
    const { host } = await continued(scene, scene.toml());
    const answers = await Promise.all([
      host.resumeTask(scene.intent, never),
      host.resumeTask(scene.intent, never),
    ]);
    expect(answers.map(({ kind }) => kind).sort()).toEqual(["asked", "not_asked"]);
    expect(readLeft(scene).records.filter(({ type }) => type === "outcome")).toHaveLength(1);
  });

  test("stays in doubt where the server knows its task no longer", async () => {
    const scene = await leftInDoubt("stdio");
    rmSync(join(scene.left, "../tasks"), { recursive: true });
    const { host } = await continued(scene, scene.toml());
    expect(await host.resumeTask(scene.intent, never)).toMatchObject({
      kind: "asked",
      isSettled: false,
      outcome: { kind: "uncertain", error: { serverError: { code: -32602 } } },
    });
    expect(readLeft(scene).state.doubts.get(scene.intent)).toMatchObject({ cause: "uncertain" });
  });

  test("is not asked for at another endpoint, under another policy, or where it is no task of anybody's", async () => {
    const scene = await leftInDoubt("stdio");
    const legsIn = () => readLeft(scene).records.filter(({ type }) => type === "leg").length;
    const legsBefore = legsIn();
    const command = [process.execPath, fixture("keeps-its-tasks"), "--effects", "/nowhere"];
    const other = `command = ${JSON.stringify(command)}`;
    const codeOf = async (toml: string, intent = scene.intent) => {
      const { host } = await continued(scene, toml);
      const answer = await host.resumeTask(intent, never);
      await host.close();
      return answer.kind === "not_asked" ? answer.problem.code : answer.kind;
    };
    expect(await codeOf(scene.toml(undefined, other))).toBe("identity_changed");
    expect(await codeOf(scene.toml(policy("work", "data_write", "medium", WRITES)))).toBe(
      "stale_binding",
    );
    expect(await codeOf(scene.toml(""))).toBe("stale_binding");
    expect(await codeOf("")).toBe("server_not_configured");
    expect(await codeOf(scene.toml(), 1)).toBe("intent_not_open");
    const { records, state } = readLeft(scene);
    expect(legsIn()).toBe(legsBefore);
    expect(records.filter(({ type }) => type === "outcome")).toEqual([]);
    expect([...state.doubts.keys()]).toEqual([scene.intent]);
    expect(scene.effects()).toEqual(["n"]);
  });

  test("is not asked for where it became no task", async () => {
    const scene = await leftInDoubt("stdio");
    const session = { kind: "existing", id: "s1" } as const;
    const journal = await openJournal({ stateDirectory: scene.left, session, secrets: [] });
    await journal.append({ type: "resolved", intent: scene.intent, verdict: "did", note: "seen" });
    const intent = readLeft(scene).records.find((record) => record.type === "intent");
    if (intent?.type !== "intent") return expect.unreachable();
    const { v: _v, seq: _seq, at: _at, synced: _synced, ...facts } = intent;
    const { seq } = await journal.append({ ...facts, arguments: { note: "m", milliseconds: 1 } });
    await journal.close();
    const { host } = await continued(scene, scene.toml());
    expect(await host.resumeTask(seq, never)).toMatchObject({
      kind: "not_asked",
      problem: { code: "no_task" },
    });
  });
});
