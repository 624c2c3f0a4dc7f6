import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { appears, isBeating } from "../../test/tool-bench.js";
import { type CommandOptions, runCommand } from "./run-command.js";

const NODE = process.execPath;
const PATH = process.env["PATH"] ?? "";

function folder(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "perspt-run-")));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const options = (over: Partial<CommandOptions> = {}): CommandOptions => ({
  cwd: tmpdir(),
  environment: { PATH },
  timeoutMs: 15_000,
  maxOutputBytes: 64 * 1024,
  signal: new AbortController().signal,
  ...over,
});

const script = (code: string, over: Partial<CommandOptions> = {}) =>
  runCommand([NODE, "-e", code], options(over));
const shell = (code: string, over: Partial<CommandOptions> = {}) =>
  runCommand(["sh", "-c", code], options(over));

/** A shell's loop that writes to `beat` as long as it lives. */
const BEAT = 'while :; do date +%s%N > "$PWD/beat"; sleep 0.02; done';

describe("a command that ends by itself", () => {
  test("tells its exit code and what it wrote to both outputs", async () => {
    const { end, output, droppedBytes } = await script(
      "process.stdout.write('out '); setTimeout(() => { process.stderr.write('err'); process.exitCode = 3 }, 50)",
    );
    expect({ end, output, droppedBytes }).toEqual({
      end: { kind: "exited", code: 3 },
      output: "out err",
      droppedBytes: 0,
    });
  });

  test("tells the signal that ended it", async () => {
    const { end } = await script("process.kill(process.pid, 'SIGABRT')");
    expect(end).toEqual({ kind: "signalled", signal: "SIGABRT" });
  });

  test("has its words as they are: no shell reads them", async () => {
    const words = ["$HOME", "a b", "*", "; echo x", "`id`", ""];
    const { output } = await runCommand(
      [NODE, "-e", "console.log(JSON.stringify(process.argv.slice(1)))", "--", ...words],
      options(),
    );
    expect(JSON.parse(output)).toEqual(words);
  });

  test("has no input: reading it ends at once", async () => {
    const { end, durationMs } = await script("process.stdin.resume().on('end', () => {})");
    expect(end).toEqual({ kind: "exited", code: 0 });
    expect(durationMs).toBeLessThan(10_000);
  });

  test("has exactly the environment that it is given, and a mark of its own", async () => {
    const { output } = await script("console.log(JSON.stringify(process.env))", {
      environment: { PATH, A: "1" },
    });
    expect(output.replace(/[0-9a-f-]{36}/, "mark")).toBe(
      `${JSON.stringify({ PATH, A: "1", COMMAND_RUN_ID: "mark" })}\n`,
    );
  });

  test("is started in its directory", async () => {
    const cwd = folder();
    const { output } = await script("console.log(process.cwd())", { cwd });
    expect(output).toBe(`${cwd}\n`);
  });
});

describe("a command that cannot be started", () => {
  test.each([
    ["a program that is nowhere", ["perspt-no-such-program"], {}],
    ["a directory that is nowhere", [NODE], { cwd: "/perspt/no/such" }],
    ["a directory in place of a program", [tmpdir()], {}],
    ["no word at all", [], {}],
    ["a NUL in a word", [NODE, "a\0b"], {}],
    ["more words than the system takes", [NODE, "x".repeat(4_000_000)], {}],
  ])("says so: %s", async (_, argv, over) => {
    const { end } = await runCommand(argv, options(over));
    expect(end.kind).toBe("not_started");
    expect("reason" in end && end.reason.length).toBeGreaterThan(5);
  });

  test("was not started when the signal had been given before", async () => {
    const file = join(folder(), "made");
    const signal = AbortSignal.abort();
    const { end } = await script(`fs.writeFileSync(${JSON.stringify(file)}, '')`, { signal });
    expect(end).toEqual({ kind: "cancelled" });
    await expect(import("node:fs").then((fs) => fs.existsSync(file))).resolves.toBe(false);
  });
});

describe("a command that does not end", () => {
  test("is ended at its timeout, with everything in its group", async () => {
    const cwd = folder();
    const { end, output, durationMs } = await shell(`echo began; (${BEAT}) & wait`, {
      cwd,
      timeoutMs: 500,
    });
    expect(end).toEqual({ kind: "timed_out" });
    expect(output).toBe("began\n");
    expect(durationMs).toBeLessThan(5000);
    expect(await isBeating(join(cwd, "beat"))).toBe(false);
  });

  test("is ended by the signal, with everything in its group", async () => {
    const cwd = folder();
    const stop = new AbortController();
    const running = shell(`(${BEAT}) & wait`, { cwd, signal: stop.signal });
    await appears(join(cwd, "beat"));
    stop.abort();
    expect((await running).end).toEqual({ kind: "cancelled" });
    expect(await isBeating(join(cwd, "beat"))).toBe(false);
  });

  test("is asked to end before it is killed, and its last words are kept", async () => {
    const { end, output } = await script(
      "process.on('SIGTERM', () => { console.log('bye'); process.exit(0) }); setInterval(() => {}, 1000); console.log('up')",
      { timeoutMs: 1000 },
    );
    expect({ end, output }).toEqual({ end: { kind: "timed_out" }, output: "up\nbye\n" });
  });

  test("is killed when it does not heed the request to end", async () => {
    const { end, durationMs } = await script(
      "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')",
      { timeoutMs: 1000 },
    );
    expect(end).toEqual({ kind: "timed_out" });
    expect(durationMs).toBeLessThan(6000);
  });
});

describe("what a command leaves running", () => {
  test("does not survive it, and is not waited for although it holds the output", async () => {
    const cwd = folder();
    const { end, output, durationMs } = await shell(
      `(${BEAT}) & while [ ! -s beat ]; do sleep 0.01; done; echo done`,
      { cwd },
    );
    expect(end).toEqual({ kind: "exited", code: 0 });
    expect(output).toBe("done\n");
    expect(durationMs).toBeLessThan(5000);
    expect(await isBeating(join(cwd, "beat"))).toBe(false);
  });

  test("is killed when it does not heed the request to end", async () => {
    const cwd = folder();
    const { end } = await shell(
      `(trap '' TERM; ${BEAT}) & while [ ! -s beat ]; do sleep 0.01; done`,
      { cwd },
    );
    expect(end).toEqual({ kind: "exited", code: 0 });
    expect(await isBeating(join(cwd, "beat"))).toBe(false);
  });

  test.runIf(process.platform === "linux")(
    "does not survive it in a session of its own either, nor what it starts from there",
    async () => {
      const cwd = folder();
      const { end } = await shell(
        `setsid sh -c 'setsid sh -c "$0" & exec sleep 60' '${BEAT}' </dev/null >/dev/null 2>&1 & while [ ! -s beat ]; do sleep 0.01; done`,
        { cwd },
      );
      expect(end).toEqual({ kind: "exited", code: 0 });
      expect(await isBeating(join(cwd, "beat"))).toBe(false);
    },
  );

  test("does not hold us when it has left the group and the environment and keeps the output open", async () => {
    const cwd = folder();
    const { end, output, durationMs } = await script(
      "const child = require('child_process').spawn('sleep', ['6'], { detached: true, stdio: 'inherit', env: {} }); child.unref(); console.log('done')",
      { cwd },
    );
    expect({ end, output }).toEqual({ end: { kind: "exited", code: 0 }, output: "done\n" });
    expect(durationMs).toBeLessThan(5000);
  });
});

describe("what a command writes", () => {
  test("is kept at its beginning and its end, with the number of bytes between them", async () => {
    const { output, droppedBytes } = await script(
      "process.stdout.write('a'.repeat(100) + 'b'.repeat(800) + 'c'.repeat(100))",
      { maxOutputBytes: 200 },
    );
    expect(output).toBe(`${"a".repeat(100)}\n[… 800 bytes left out …]\n${"c".repeat(100)}`);
    expect(droppedBytes).toBe(800);
  });

  test("passes in bounded memory: a gigabyte", async () => {
    const before = process.memoryUsage().rss;
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 20);
    onTestFinished(() => clearInterval(watch));
    const { end, output, droppedBytes } = await runCommand(
      ["head", "-c", String(1024 ** 3), "/dev/zero"],
      options({ timeoutMs: 60_000 }),
    );
    expect(end).toEqual({ kind: "exited", code: 0 });
    expect(droppedBytes).toBe(1024 ** 3 - 64 * 1024);
    expect(output.length).toBeLessThan(65 * 1024);
    expect(peak - before).toBeLessThan(200 * 1024 ** 2);
  }, 90_000);

  test("is read to its end after the exit", async () => {
    const { output } = await shell("head -c 200000 /dev/zero | tr '\\0' x", {
      maxOutputBytes: 1024 ** 2,
    });
    expect(output).toBe("x".repeat(200_000));
  });
});
