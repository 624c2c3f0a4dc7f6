import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { scriptedElicitation } from "@perspt/elicitation";
import { fixture, startFixture } from "@perspt/fixture-servers";
import { openJournal, pendingDoubts, readJournal, type SessionHeader } from "@perspt/journal";
import { expect, onTestFinished, test } from "vitest";
import { AGENT_GRANT, openHost, policy } from "../hosts.js";
import {
  CHANNELS,
  type Channel,
  EFFECTS,
  type Effect,
  POINTS,
  type Point,
  rowOf,
} from "./written-table.js";

const PROGRAM = fileURLToPath(new URL("./host-program.mjs", import.meta.url));

/** Whether the whole table is asked for (`npm run proof:journal`), or the part of it that fits among the other tests. */
const IS_WHOLE = process.env["PERSPT_PROOF"] === "whole";

const HEADER: SessionHeader = {
  persptVersion: "0.1.0",
  mode: "agent",
  workspace: null,
  configDigest: "",
  protectedPaths: [],
};

interface Cell {
  readonly point: Point;
  readonly effect: Effect;
  readonly channel: Channel;
}

/** In the part, each point meets two channels, and each kind of effect some of both. */
const CELLS: readonly Cell[] = POINTS.flatMap((point, row) =>
  CHANNELS.flatMap((channel, column) =>
    EFFECTS.filter((_, kind) => IS_WHOLE || isInPart(row + column, kind)).map((effect) => ({
      point,
      effect,
      channel,
    })),
  ),
);

function isInPart(diagonal: number, kind: number): boolean {
  return diagonal % 2 === 0 && kind === diagonal % EFFECTS.length;
}

/** A machine on which one cell is played. */
interface Scene {
  readonly stateDirectory: string;
  readonly orders: string;
  readonly toml: string;
  readonly operation: string;
  /** How often the server did what it was asked for. */
  readonly effects: () => number;
}

async function makeScene({ effect, channel }: Cell): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), "perspt-crash-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const effects = join(folder, "effects");
  const orders = join(folder, "orders");
  const words = ["--effects", effects, "--orders", orders, "--as", channel.form];
  return {
    stateDirectory: join(folder, "state"),
    orders,
    toml: await serverTable(channel, words, effect),
    operation: `mcp.t.${effect.tool}`,
    effects: () => (existsSync(effects) ? readFileSync(effects, "utf8").split("\n").length - 1 : 0),
  };
}

async function serverTable(
  { transport }: Channel,
  words: readonly string[],
  { tool, effect, access }: Effect,
): Promise<string> {
  const command = [process.execPath, fixture("kills-its-client"), ...words];
  const reach =
    transport === "stdio"
      ? `command = ${JSON.stringify(command)}`
      : `url = ${JSON.stringify(await startServer(words))}`;
  const selector = `{ kind = "scoped_argument", family = "notes", field = "note", access = "${access}" }`;
  return [
    "[[external_tools]]",
    'id = "t"',
    `transport = "${transport}"`,
    reach,
    "timeout_ms = 10000",
    "elicitation = true",
    "tasks = true",
    policy(tool, effect, "low", `[${selector}]`),
  ].join("\n");
}

/** A server over HTTP outlives the host that it kills. */
async function startServer(words: readonly string[]): Promise<string> {
  const running = await startFixture("kills-its-client", words);
  onTestFinished(() => running.stop());
  return running.url;
}

/** Runs a host in a process of its own until it is killed at the point. */
async function crash({ point, channel }: Cell, scene: Scene): Promise<void> {
  const { stateDirectory, toml, operation, orders } = scene;
  const order = {
    stateDirectory,
    toml,
    grant: AGENT_GRANT,
    header: HEADER,
    operation,
    note: "n",
    orders,
    point: channel.isAnsweredAtOnce ? point.atOnce : point.inSteps,
  };
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(order)], {
    stdio: ["ignore", "inherit", "pipe"],
  });
  let complaint = "";
  child.stderr.on("data", (bytes: Buffer) => {
    complaint += bytes.toString();
  });
  await once(child, "close");
  expect([child.signalCode, complaint]).toEqual(["SIGKILL", ""]);
  rmSync(orders, { force: true });
}

/** Another process continues the session with the same servers. */
async function resume({ stateDirectory, toml, operation }: Scene) {
  const { host, call } = await openHost(toml, {
    elicitation: scriptedElicitation([{ action: "accept", content: { sure: true } }]),
    journal: {
      open: () =>
        openJournal({ stateDirectory, session: { kind: "existing", id: "s1" }, secrets: [] }),
    },
  });
  return { host, callAgain: async () => (await call(operation, { note: "n" })).outcome };
}

test("the table has 108 cells", () => {
  expect(POINTS.length * EFFECTS.length * CHANNELS.length).toBe(108);
});

test.each(
  CELLS.map((cell) => [cell.effect.name, cell.channel.name, cell.point.name, cell] as const),
)(
  "D6: %s over %s, killed when %s",
  async (_effect, _channel, _point, cell) => {
    const scene = await makeScene(cell);
    const row = rowOf(cell.point, cell.channel);
    await crash(cell, scene);
    // The effect of a request that was under way may come after the client is gone.
    for (let wait = 0; wait < 100 && scene.effects() < row.effects; wait += 1) await sleep(20);
    expect(scene.effects()).toBe(row.effects);

    const { verdict, records, state } = readJournal({ ...scene, session: "s1" });
    expect(verdict).toEqual({ kind: "ok" });
    const intents = records.filter(({ type }) => type === "intent");
    expect(intents).toHaveLength(row.hasIntent ? 1 : 0);
    const outcomes = records.flatMap((record) => (record.type === "outcome" ? [record.kind] : []));
    expect(outcomes).toEqual(row.outcome === null ? [] : [row.outcome]);
    const doubts = [...state.doubts.values()].map(({ cause, taskId }) => ({ cause, taskId }));
    expect(doubts).toEqual(row.doubt === null ? [] : [row.doubt]);
    expect(pendingDoubts(scene).map(({ doubt }) => doubt.intent)).toEqual([...state.doubts.keys()]);

    // Nothing is sent again by itself; what somebody asks for again is stopped where it could write twice.
    const { host, callAgain } = await resume(scene);
    await sleep(50);
    expect(scene.effects()).toBe(row.effects);
    const again = await callAgain();
    const isStopped = row.doubt !== null && cell.effect.access === "write";
    expect("error" in again ? again.error.code : again.kind).toBe(
      isStopped ? "unsettled" : "completed",
    );
    expect(scene.effects()).toBe(row.effects + (isStopped ? 0 : 1));
    await host.close();
  },
  60_000,
);

test("D6: once a person has said that it did not happen, the write is made, and once", async () => {
  const [, , point] = POINTS;
  const [, , effect] = EFFECTS;
  const [channel] = CHANNELS;
  if (point === undefined || effect === undefined || channel === undefined)
    throw new Error("no cell");
  const cell = { point, effect, channel };
  const scene = await makeScene(cell);
  await crash(cell, scene);
  const { stateDirectory } = scene;
  const session = { kind: "existing", id: "s1" } as const;
  const journal = await openJournal({ stateDirectory, session, secrets: [] });
  const [intent = 0] = journal.state.doubts.keys();
  await journal.append({ type: "resolved", intent, verdict: "did_not", note: "looked" });
  await journal.close();
  const { host, callAgain } = await resume(scene);
  expect((await callAgain()).kind).toBe("completed");
  expect(scene.effects()).toBe(1);
  await host.close();
  expect(pendingDoubts(scene)).toEqual([]);
});
