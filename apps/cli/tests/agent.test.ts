import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { fixture } from "@perspt/fixture-servers";
import { describe, expect, test } from "vitest";
import { parseObject } from "./support/matchers.js";
import { endOf, startProgram } from "./support/run-program.js";
import { startOnTerminal } from "./support/terminal.js";
import { workplace } from "./support/workplace.js";

const BROKEN = "export const sum = (a, b) => a - b;\n";
const MENDED = "export const sum = (a, b) => a + b;\n";
const CHECK =
  'import { equal } from "node:assert";\nimport { sum } from "./sum.mjs";\nequal(sum(1, 2), 3);\n';
const FIX = 'call patch {"path":"sum.mjs","old":"a - b","new":"a + b"}';
const CONFIG = `[model]\nprovider = "rehearsal"\n\n[agent]\nverify = ["'${process.execPath}' check.mjs"]\n`;

/** A person with a small project in their working directory. */
function withProject() {
  const place = workplace();
  place.configure(CONFIG);
  place.write("work/sum.mjs", BROKEN);
  place.write("work/check.mjs", CHECK);
  const read = (name: string) => readFileSync(place.path(`work/${name}`), "utf8");
  const candidates = () => {
    const directory = place.path("home/.cache/perspt/candidates");
    return existsSync(directory) ? readdirSync(directory) : [];
  };
  return { ...place, read, candidates };
}

const eventsOf = (stdout: string) =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => parseObject(line));

test("--yes applies a change that the verifier passed, and the session replays (exit 0)", async () => {
  const { perspt, read, candidates } = withProject();
  const { code, stdout, stderr } = await perspt(["agent", FIX, "--yes"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(
    /patch done\n[\s\S]*verified: [\s\S]*\+export const sum[\s\S]*accepted: 1 file, \+1 -1\n$/,
  );
  expect(read("sum.mjs")).toBe(MENDED);
  expect(candidates()).toEqual([]);
  const session = /^session (\S+)/.exec(stdout)?.[1] ?? "";
  const replay = await perspt(["replay", session]);
  expect([replay.code, replay.stderr]).toEqual([0, ""]);
});

test("--json tells every event on a line of its own, and the end last", async () => {
  const { perspt } = withProject();
  const { code, stdout } = await perspt(["agent", FIX, "--yes", "--json"]);
  const events = eventsOf(stdout);
  expect(code).toBe(0);
  expect(events.map(({ event }) => event)).toEqual(
    expect.arrayContaining([
      "started",
      "call_started",
      "call_ended",
      "verified",
      "change",
      "ended",
    ]),
  );
  expect(events.at(-1)).toMatchObject({
    schemaVersion: 1,
    event: "ended",
    end: "accepted",
    files: [{ path: "sum.mjs", kind: "changed", added: 1, removed: 1 }],
  });
});

test("without a terminal and without --yes nothing is touched; resuming with --yes applies it (exit 6, then 0)", async () => {
  const { perspt, read, candidates } = withProject();
  const refused = await perspt(["agent", FIX]);
  expect(refused.code).toBe(6);
  expect(refused.stderr).toContain("Nobody is at a terminal to accept the change");
  expect(read("sum.mjs")).toBe(BROKEN);
  const [session = ""] = candidates();
  const resumed = await perspt(["agent", "resume", session, "--yes"]);
  expect(resumed.code).toBe(0);
  expect(read("sum.mjs")).toBe(MENDED);
});

test("--dry-run shows the change and applies nothing (exit 0)", async () => {
  const { perspt, read } = withProject();
  const { code, stdout } = await perspt(["agent", FIX, "--yes", "--dry-run"]);
  expect(code).toBe(0);
  expect(stdout).toContain("This was a dry run: nothing is applied.");
  expect(read("sum.mjs")).toBe(BROKEN);
});

test("a verifier that still fails after the repairs ends the run with nothing touched (exit 5)", async () => {
  const { perspt, read } = withProject();
  const { code, stdout } = await perspt([
    "agent",
    'call write {"path":"a.txt","content":"a\\n"}',
    "--yes",
  ]);
  expect(code).toBe(5);
  expect(stdout).toContain("the verifier failed");
  expect(read("sum.mjs")).toBe(BROKEN);
});

test("a first interrupt stops after the running call and leaves a session that can be resumed (exit 130)", async () => {
  const place = withProject();
  place.write(
    "work/slow.mjs",
    'import { setTimeout } from "node:timers/promises";\nawait setTimeout(1500);\nconsole.log("slept");\n',
  );
  place.configure(`${CONFIG}commands = [["${process.execPath}"]]\n`);
  const run = `call run {"argv":["${process.execPath}","slow.mjs"]}\n${FIX}`;
  const child = startProgram(["agent", run, "--yes", "--json"], {
    environment: place.environment,
    cwd: place.path("work"),
  });
  child.stdin.end();
  const ending = endOf(child);
  const isCalling = new Promise<void>((resolve) => {
    child.stdout.on("data", (bytes: Buffer) => {
      if (bytes.includes('"call_started"')) resolve();
    });
  });
  await isCalling;
  await wait(300);
  child.kill("SIGINT");
  const { code, stdout } = await ending;
  expect(code).toBe(130);
  const ended = eventsOf(stdout).filter(({ event }) => event === "call_ended");
  expect(ended).toMatchObject([
    { operation: "local.run", outcome: "completed" },
    { operation: "local.patch", outcome: "completed" },
  ]);
  expect(place.read("sum.mjs")).toBe(BROKEN);
  const [session = ""] = place.candidates();
  expect((await place.perspt(["agent", "resume", session, "--yes"])).code).toBe(0);
  expect(place.read("sum.mjs")).toBe(MENDED);
});

describe("interrupted while a server is waited for, before the model was asked for anything", () => {
  /** Starts a run that waits for a server which never answers, interrupts it once it does, and tells how it ended. */
  async function interrupted(...flags: readonly string[]) {
    const place = withProject();
    const server = JSON.stringify([process.execPath, fixture("silent")]);
    place.configure(
      CONFIG,
      `[[external_tools]]\nid = "s"\ntransport = "stdio"\ncommand = ${server}`,
    );
    const child = startProgram(["agent", FIX, "--yes", ...flags], {
      environment: place.environment,
      cwd: place.path("work"),
    });
    child.stdin.end();
    const ending = endOf(child);
    await new Promise<void>((resolve) => {
      child.stdout.on("data", (bytes: Buffer) => {
        if (/works in|"started"/.test(bytes.toString("utf8"))) resolve();
      });
    });
    child.kill("SIGINT");
    return { ...place, ...(await ending) };
  }

  test("the run ends at once and leaves nothing that could be resumed (exit 130)", async () => {
    const { code, stderr, read, candidates } = await interrupted();
    expect(code).toBe(130);
    expect(stderr).toContain(
      "Stopped before the model was asked for anything. Nothing was touched.",
    );
    expect(stderr).toContain("Run the task again.");
    expect(stderr).not.toContain("agent resume");
    expect(read("sum.mjs")).toBe(BROKEN);
    expect(candidates()).toEqual([]);
  });

  test("--json says `not_begun` (exit 130)", async () => {
    const { code, stdout, candidates } = await interrupted("--json");
    expect(code).toBe(130);
    const events = eventsOf(stdout);
    expect(events.map(({ event }) => event)).toEqual(["copying", "started", "ended"]);
    expect(events.at(-1)).toMatchObject({ schemaVersion: 1, event: "ended", end: "not_begun" });
    expect(candidates()).toEqual([]);
  });
});

test.each([
  [["agent", "fix", "it"], "Put it between quotes"],
  [["agent", "resume"], "needs a session"],
  [["agent", ""], "The task is empty"],
  [["agent", "x", "--max-turns", "0"], "expected a number from 1 to 1000"],
  [["agent", "x", "--verify", "npm test | tee log"], "no shell reads it"],
  [["agent", "x", "-C", "nowhere"], "is no directory to work in"],
])("%j is misused with what to do about it", async (words, text) => {
  const { code, stderr } = await withProject().perspt(words);
  expect([1, 2]).toContain(code);
  expect(stderr).toContain(text);
});

describe("at a terminal", () => {
  test("the person sees the whole change and the verifier's word, and a y applies it", async () => {
    const place = withProject();
    const terminal = startOnTerminal(place, ["agent", FIX]);
    await terminal.untilShown("Apply it? [y/N]");
    const screen = terminal.screen().join("\n");
    expect(screen).toContain("+export const sum = (a, b) => a + b;");
    expect(screen).toContain("verified:");
    expect(place.read("sum.mjs")).toBe(BROKEN);
    terminal.type("y\r");
    expect((await terminal.ended()).code).toBe(0);
    expect(place.read("sum.mjs")).toBe(MENDED);
  });

  test("anything but a yes leaves the tree as it was, and the change in a file", async () => {
    const place = withProject();
    const terminal = startOnTerminal(place, ["agent", FIX]);
    await terminal.untilShown("Apply it? [y/N]");
    terminal.type("\r");
    expect((await terminal.ended()).code).toBe(6);
    expect(place.read("sum.mjs")).toBe(BROKEN);
    const [session = ""] = place.candidates();
    const diff = place.path(`home/.cache/perspt/candidates/${session}/change.diff`);
    expect(readFileSync(diff, "utf8")).toContain("+export const sum = (a, b) => a + b;");
  });
});
