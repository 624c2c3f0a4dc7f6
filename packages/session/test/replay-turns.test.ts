import type { JournalReading } from "@perspt/journal";
import { isJsonObject, type JsonValue } from "@perspt/json";
import { describe, expect, test } from "vitest";
import { replaySession } from "../src/index.js";
import { fixtureServers, record } from "./recorded-sessions.js";

const ECHO = `
[external_tools.tools.echo]
effect = "search"
risk = "low"
footprint = { selectors = [{ kind = "scoped_argument", family = "words", field = "message", access = "read" }] }
`;

interface Part {
  readonly type: string;
  readonly [name: string]: JsonValue;
}

const said = (...parts: readonly Part[]): JsonValue => parts.map((part) => ({ ...part }));
const asks = (message: string): Part => ({
  type: "tool_call",
  id: message,
  name: "mcp__t__echo",
  arguments: { message, password: "hunter2" },
});

/** Two turns of a model: one with two calls, made in the other order, and one without any. */
function recordTurns(): Promise<JournalReading> {
  return record({
    servers: fixtureServers("toolbox", ECHO),
    async run(host) {
      const { signal } = new AbortController();
      const operations = ["mcp.t.echo"];
      const text = { type: "text", text: "I look." };
      const turn = await host.recordTurn({
        route: "main",
        content: said(text, asks("one"), asks("two")),
        operations,
      });
      for (const [call, message] of [
        [1, "two"],
        [0, "one"],
      ] as const) {
        await host.call({
          operation: "mcp__t__echo",
          arguments: { kind: "value", value: { message, password: "hunter2" } },
          origin: { turn, call },
          signal,
        });
      }
      await host.recordTurn({
        route: "main",
        content: said({ type: "text", text: "Done." }),
        operations: [],
      });
    },
  });
}

/** The session with one member of one record made from the old one. */
function mutated(reading: JournalReading, seq: number, member: string, value: unknown) {
  const records = reading.records.map((entry) =>
    entry.seq === seq ? Object.assign({}, entry, { [member]: value }) : entry,
  );
  return { records, load: reading.load.bind(reading) };
}

const inline = (value: JsonValue) => ({ kind: "inline", value });

async function recorded() {
  const reading = await recordTurns();
  const [turn, last] = reading.records.filter((entry) => entry.type === "model_turn");
  const [second, first] = reading.records.filter((entry) => entry.type === "intent");
  if (turn === undefined || last === undefined || first === undefined || second === undefined) {
    throw new Error("the session is not as it should be");
  }
  const content = reading.load(turn.content);
  const parts = (Array.isArray(content) ? content : []).filter(isJsonObject);
  return { reading, turn, last, first, second, parts };
}

describe("the model's turns in a replay", () => {
  test("stand in the transcript, each with its calls behind it in the order that it made them", async () => {
    const { reading, turn, last, first, second } = await recorded();
    const replay = replaySession(reading);
    if (replay.kind !== "same") return expect.unreachable(JSON.stringify(replay));
    expect(replay.transcript).toMatchObject([
      { kind: "turn", seq: turn.seq, route: "main", content: [{ text: "I look." }, {}, {}] },
      { kind: "call", seq: first.seq, outcome: { kind: "completed" } },
      { kind: "call", seq: second.seq, outcome: { kind: "completed" } },
      { kind: "turn", seq: last.seq, content: [{ type: "text", text: "Done." }] },
    ]);
    expect(JSON.stringify(replay.transcript)).not.toContain("hunter2");
  });

  test("that ask for something else than was called diverge at the turn", async () => {
    const { reading, turn, parts } = await recorded();
    const [text = {}, one = {}, two = {}] = parts;
    const changes: readonly JsonValue[] = [
      [text, { ...one, name: "mcp__t__fail" }, two],
      [text, { ...one, arguments: { message: "three", password: "hunter2" } }, two],
      [text, { ...one, arguments: { message: "one" } }, two],
      [text, { ...one, arguments: "not JSON" }, two],
      [text, two, one],
    ];
    for (const content of changes) {
      const replay = replaySession(mutated(reading, turn.seq, "content", inline(content)));
      if (replay.kind !== "diverged") return expect.unreachable(JSON.stringify(content));
      expect(replay.divergence.seq).toBe(turn.seq);
      expect(replay.divergence.recorded).not.toBe(replay.divergence.replayed);
    }
  });

  test("that a call names and that were not there diverge at the call", async () => {
    const { reading, turn, first, second } = await recorded();
    for (const [call, origin] of [
      [second, { turn: 1, call: 1 }],
      [second, { turn: 999, call: 1 }],
      [second, { turn: turn.seq, call: 2 }],
      [first, { turn: turn.seq, call: 1 }],
    ] as const) {
      const replay = replaySession(mutated(reading, call.seq, "origin", origin));
      expect(replay).toMatchObject({
        kind: "diverged",
        divergence: { seq: call.seq, member: "origin" },
      });
    }
  });

  test("that say something else, or by another route, are another transcript", async () => {
    const { reading, last, turn, parts } = await recorded();
    const hashOf = (session: Parameters<typeof replaySession>[0]) => {
      const replay = replaySession(session);
      return replay.kind === "same" ? replay.transcriptHash : replay.kind;
    };
    const [, one = {}, two = {}] = parts;
    const words = { type: "text", text: "I do not look." };
    const hashes = [
      hashOf(reading),
      hashOf(mutated(reading, last.seq, "content", inline([words]))),
      hashOf(mutated(reading, turn.seq, "content", inline([words, one, two]))),
      hashOf(mutated(reading, turn.seq, "route", "other")),
    ];
    expect(new Set(hashes).size).toBe(4);
    expect(hashes.every((hash) => hash.startsWith("sha256:"))).toBe(true);
  });

  test("are read as earlier versions wrote them: arguments as text, or as an object of calls", async () => {
    const { reading, turn, parts } = await recorded();
    const [text = {}, one = {}, two = {}] = parts;
    const spelled = (part: object, message: string) => ({
      ...part,
      arguments: JSON.stringify({ message, password: "hunter2" }),
    });
    const older: readonly JsonValue[] = [
      [text, spelled(one, "one"), spelled(two, "two")],
      { text: "I look.", calls: [one, two] },
      "only words",
    ];
    for (const content of older) {
      expect(replaySession(mutated(reading, turn.seq, "content", inline(content))).kind).toBe(
        "same",
      );
    }
  });
});
