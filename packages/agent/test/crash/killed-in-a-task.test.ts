import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseConfig } from "@perspt/config";
import { fixture, startFixture } from "@perspt/fixture-servers";
import { openJournal } from "@perspt/journal";
import { replaySession } from "@perspt/session";
import { describe, expect, onTestFinished, test } from "vitest";
import { filesIn, recorded, resumeIn, SESSION } from "../agent-runs.js";
import { scriptedRoute } from "../scripted-route.js";
import { play, type Scene, START, scene } from "./scene.js";

/** The person looked, and says that it took effect. */
async function resolve(at: TaskScene, intent: number): Promise<void> {
  const session = { kind: "existing", id: SESSION } as const;
  const stateDirectory = join(at.home, "state");
  const journal = await openJournal({ stateDirectory, session, secrets: [] });
  await journal.append({ type: "resolved", intent, verdict: "did", note: "Seen." });
  await journal.close();
}

const WORK = { note: "n", milliseconds: 0 };
/** The record that is durable before a task is asked for the first time. */
const ASKING = '"kind":"task_get"';

/** How the server is reached, and whether its tasks outlive the process that made them. */
type Reach = "http" | "stdio that keeps" | "stdio that forgets";

interface TaskScene extends Scene {
  readonly config: string;
  readonly tasks: string;
  /** What the tool did, once for each time that it was called. */
  readonly effects: () => readonly string[];
}

async function taskScene(reach: Reach): Promise<TaskScene> {
  const at = scene();
  const [effects, tasks] = [join(at.home, "effects"), join(at.home, "tasks")];
  const words = ["--effects", effects];
  if (reach !== "stdio that forgets") words.push("--tasks", tasks);
  const config = [
    "[[external_tools]]",
    'id = "t"',
    ...(reach === "http" ? await overHttp(words) : overStdio(words)),
    "timeout_ms = 10000",
    "tasks = true",
    "[external_tools.tools.work]",
    'effect = "data_write"',
    'risk = "low"',
    'footprint = { selectors = [{ kind = "scoped_argument", family = "notes", field = "note", access = "write" }] }',
  ].join("\n");
  return {
    ...at,
    task: `call tool_search {"query":"work"}\ncall mcp.t.work ${JSON.stringify(WORK)}`,
    verify: [[process.execPath, "-e", ""]],
    config,
    tasks,
    effects: () => readFileSync(effects, "utf8").split("\n").slice(0, -1),
  };
}

const overStdio = (words: readonly string[]) => [
  'transport = "stdio"',
  `command = ${JSON.stringify([process.execPath, fixture("keeps-its-tasks"), ...words])}`,
];

async function overHttp(words: readonly string[]): Promise<readonly string[]> {
  const running = await startFixture("keeps-its-tasks", words);
  onTestFinished(() => running.stop());
  return ['transport = "streamable_http"', `url = ${JSON.stringify(running.url)}`];
}

/** Goes on with a model that writes what it has read of the task, and where it read nothing certain tries the call again. */
function goOn(at: TaskScene) {
  const parsed = parseConfig(at.config, "config.toml");
  if (parsed.kind === "invalid") throw new Error(JSON.stringify(parsed.problems));
  const { servers } = parsed.config;
  const write = (content: string) => ["write", { path: "answer.txt", content }] as const;
  return resumeIn(at, {
    over: { servers },
    route: scriptedRoute([
      (read) =>
        read.includes("worked on n")
          ? { calls: [write("worked on n")] }
          : { calls: [["mcp__t__work", WORK], write(read)] },
      { says: "Written." },
    ]),
  });
}

function leave(at: TaskScene): number {
  expect(play(at, false, { record: ASKING, stage: "durable" })).toBeNull();
  const [doubt] = recorded(at).state.doubts.values();
  expect(doubt).toMatchObject({ operation: "mcp.t.work", cause: "no_outcome" });
  expect(doubt?.taskId).toEqual(expect.any(String));
  return doubt?.intent ?? 0;
}

const refusals = (at: TaskScene) =>
  recorded(at).records.flatMap((record) =>
    record.type === "refusal" ? [`${record.operation} ${record.code}`] : [],
  );

describe("a run that is killed while a call of it is a task, and resumed (J10)", () => {
  test.each(["http", "stdio that keeps"] as const)(
    "over %s: the task's result is asked for by its id and used; the tool is called once",
    async (reach) => {
      const at = await taskScene(reach);
      const intent = leave(at);
      const { end, events } = await goOn(at);
      expect(events).toContainEqual({
        type: "doubt",
        intent,
        operation: "mcp.t.work",
        verdict: "did",
      });
      expect(end.kind).toBe("accepted");
      expect(filesIn(at.directory)).toEqual({ ...START, "answer.txt": "worked on n" });
      expect(at.effects()).toEqual(["n"]);
      expect(replaySession(recorded(at)).kind).toBe("same");
    },
  );

  test.each(["http", "stdio that forgets"] as const)(
    "over %s, by a server that knows the task no longer: the doubt stands, the model is told, and nothing is repeated or applied until the person has said what became of it",
    async (reach) => {
      const at = await taskScene(reach);
      const intent = leave(at);
      rmSync(at.tasks, { recursive: true, force: true });
      const { end, events } = await goOn(at);
      expect(events).toContainEqual({
        type: "doubt",
        intent,
        operation: "mcp.t.work",
        verdict: "unknown",
      });
      expect(end).toMatchObject({ kind: "not_accepted", code: "unsettled" });
      expect(filesIn(at.directory)).toEqual(START);
      expect(at.effects()).toEqual(["n"]);
      expect([...recorded(at).state.doubts.keys()]).toEqual([intent]);
      expect(refusals(at)).toContain("mcp.t.work unsettled");
      await resolve(at, intent);
      expect((await goOn(at)).end.kind).toBe("accepted");
      expect(filesIn(at.directory)["answer.txt"]).toContain("unknown task");
      expect(at.effects()).toEqual(["n"]);
      expect(replaySession(recorded(at)).kind).toBe("same");
    },
  );
});
