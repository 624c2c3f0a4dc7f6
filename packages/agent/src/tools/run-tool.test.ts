import { join } from "node:path";
import { expect, test } from "vitest";
import { governedTools } from "../../test/governed-tools.js";
import { appears, isBeating, replyOf, toolBench } from "../../test/tool-bench.js";

const NODE = process.execPath;

test("a command is told with its exit code, its time and its output; one that fails is an error for the model", async () => {
  const bench = toolBench({ "a.txt": "x" });
  const passed = await bench.call("run", { argv: ["cat", "a.txt"] });
  expect([passed.kind, passed.text]).toEqual([
    "completed",
    expect.stringMatching(/^The command passed, after \d+\.\d s\.\nx$/),
  ]);
  expect(passed.structured).toMatchObject({ end: "exited", exitCode: 0, droppedBytes: 0 });
  const failed = await bench.call("run", { argv: [NODE, "-e", "process.exit(3)"] });
  expect([failed.kind, failed.text]).toEqual([
    "tool_error",
    expect.stringMatching(/^The command failed with exit code 3, after .*\n\[no output\]$/),
  ]);
  expect(failed.structured).toMatchObject({ end: "exited", exitCode: 3 });
});

test("a command that runs too long is ended, and the model is told that what it did stays", async () => {
  const bench = toolBench();
  const { kind, text, structured } = await bench.call("run", {
    argv: ["sh", "-c", "echo on; sleep 30"],
    timeout_seconds: 1,
  });
  expect(kind).toBe("tool_error");
  expect(text).toMatch(
    /took too long, after 1\.\d s\. What it had changed until then stays\.\non$/,
  );
  expect(structured).toMatchObject({ end: "timed_out", exitCode: null });
});

test("a call that is stopped ends its command, and is no doubt but an end", async () => {
  const bench = toolBench();
  const stop = new AbortController();
  const argv = ["sh", "-c", "while :; do date +%N > beat; sleep 0.02; done"];
  const running = bench.call("run", { argv }, stop.signal);
  await appears(join(bench.root, "beat"));
  stop.abort();
  const { kind, text } = await running;
  expect(kind).toBe("tool_error");
  expect(text).toContain("was ended because the run was stopped");
  expect(await isBeating(join(bench.root, "beat"))).toBe(false);
});

test("a program that is not there is told", async () => {
  const { kind, text } = await toolBench().call("run", { argv: ["perspt-none"] });
  expect(kind).toBe("tool_error");
  expect(text).toMatch(/^The command could not be started: there is no program "perspt-none"/);
});

test("a command has no variable but those that programs need", async () => {
  const environment = {
    PATH: process.env["PATH"],
    HOME: "/h",
    API_KEY: "canary",
    PERSPT_X: "canary",
  };
  const bench = toolBench({}, { environment });
  const { text } = await bench.call("run", { argv: ["env"] });
  expect(text).not.toContain("canary");
  expect(text).toContain("HOME=/h\n");
});

test("the kernel runs what begins with granted words, word by word, and nothing else: no shell, no other program", async () => {
  const bench = toolBench({ "a.txt": "x" });
  const { call } = await governedTools(bench, [["cat"], ["git", "log"]]);
  const kindOf = async (...argv: readonly string[]) => (await call("run", { argv })).outcome.kind;
  expect(replyOf((await call("run", { argv: ["cat", "a.txt"] })).outcome).text).toMatch(/\nx$/);
  for (const argv of [
    ["sh", "-c", "cat a.txt"],
    ["cat;sh"],
    ["./cat", "a.txt"],
    ["/bin/cat", "a.txt"],
    ["git", "push"],
    ["git", "-c", "x=y", "log"],
    ["git log"],
  ]) {
    expect([argv, await kindOf(...argv)]).toEqual([argv, "refused"]);
  }
});

test("without a granted command nothing runs", async () => {
  const { call } = await governedTools(toolBench());
  const { outcome, decision } = await call("run", { argv: ["true"] });
  expect(outcome.kind).toBe("refused");
  expect(JSON.stringify(decision)).toContain("command_out_of_scope");
});
