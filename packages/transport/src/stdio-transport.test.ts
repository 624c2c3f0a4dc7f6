import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fixture } from "@perspt/fixture-servers";
import { describe, expect, test } from "vitest";
import {
  callForText,
  cancellation,
  eventually,
  inbox,
  isRunning,
  MEBIBYTE,
  rejection,
  request,
  stdioTransport,
  temporaryFolder,
  textOf,
  toolCall,
} from "../test/harness.js";
import { killRemainingPrograms, type McpTransport } from "./index.js";

const NODE = process.execPath;

async function started(transport: McpTransport): Promise<McpTransport> {
  await transport.start();
  return transport;
}

function counts(transport: McpTransport): Record<string, number> {
  return Object.fromEntries(transport.diagnostics().map(({ code, count }) => [code, count]));
}

describe("starting a program", () => {
  test("T02: passes the arguments as they stand, through no shell", async () => {
    const nasty = ["; touch m", "$(id)", "`id`", "a\nb", '"', "'", "", "%PATH%", "*"];
    const transport = await started(stdioTransport([NODE, fixture("toolbox"), ...nasty]));
    const shown = await callForText(transport, toolCall(1, "arguments"));
    expect(JSON.parse(shown)).toStrictEqual(nasty);
  });

  test("T08, report 22: gives the child PATH and the mapped variables, and nothing else", async () => {
    const transport = await started(
      stdioTransport([NODE, fixture("toolbox")], { environment: new Map([["DOCS_TOKEN", "t"]]) }),
    );
    const shown = await callForText(transport, toolCall(1, "environment"));
    expect(JSON.parse(shown)).toStrictEqual({ PATH: process.env["PATH"], DOCS_TOKEN: "t" });
  });

  test("T03: runs it in the given folder", async () => {
    const folder = temporaryFolder();
    const transport = await started(
      stdioTransport([NODE, fixture("toolbox")], { workingDirectory: folder }),
    );
    expect(await callForText(transport, toolCall(1, "working_directory"))).toBe(folder);
  });

  test("T03: refuses a bare name where PATH has a relative entry, and starts nothing", async () => {
    const ports = { environment: { PATH: `${process.env["PATH"]}:.` } };
    const error = await rejection(stdioTransport(["node"], {}, ports).start());
    expect(error.code).toBe("unsafe_program");
  });

  test("T03: refuses a program in the workspace", async () => {
    const workspace = temporaryFolder();
    const program = join(workspace, "server");
    writeFileSync(program, "#!/bin/sh\ntouch started\n");
    chmodSync(program, 0o755);
    const transport = stdioTransport([program], { workspace, workingDirectory: workspace });
    expect((await rejection(transport.start())).code).toBe("unsafe_program");
    expect(existsSync(join(workspace, "started"))).toBe(false);
  });

  test("I14: a missing program, one that may not run, and one without interpreter are told apart", async () => {
    const folder = temporaryFolder();
    const plain = join(folder, "plain");
    writeFileSync(plain, "hello");
    const orphan = join(folder, "orphan");
    writeFileSync(orphan, "#!/no/such/interpreter\n");
    chmodSync(orphan, 0o755);

    const code = async (...command: [string]) =>
      (await rejection(stdioTransport(command).start())).code;
    expect(await code("no-such-program-anywhere")).toBe("program_not_found");
    expect(await code(join(folder, "absent"))).toBe("program_not_found");
    expect(await code(plain)).toBe("program_not_executable");
    expect(await code(orphan)).toBe("spawn_failed");
  });

  test("I14: a working directory that is not there is named", async () => {
    const transport = stdioTransport([NODE], { workingDirectory: "/no/such/folder" });
    const error = await rejection(transport.start());
    expect(error.code).toBe("spawn_failed");
    expect(error.hint).toContain("/no/such/folder");
  });

  test("T09, T21: refuses what checkEndpoint refuses", async () => {
    expect((await rejection(stdioTransport(["run.bat"]).start())).code).toBe("invalid_endpoint");
    const environment = new Map([["TOKEN", "secret\0"]]);
    const error = await rejection(stdioTransport([NODE], { environment }).start());
    expect(error.code).toBe("invalid_endpoint");
    expect(error.message).not.toContain("secret");
  });

  test("I15: tells the SDK that it is a stdio transport, so that the probe goes to the live pipe", async () => {
    const transport = await started(stdioTransport([NODE, fixture("silent")]));
    expect("pid" in transport && "stderr" in transport).toBe(true);
    expect(transport).toMatchObject({ pid: expect.any(Number), stderr: null });
  });
});

describe("a program that ends", () => {
  test("report 4: before it sent anything fails what waits, with its status and its last words", async () => {
    const transport = await started(stdioTransport([NODE, fixture("exits-at-once")]));
    const error = await rejection(transport.send(request(1, "server/discover")));
    expect(error.code).toBe("server_exited");
    expect(error.message).toMatch(/ended with status 1 before it sent anything\.$/);
    expect(error.hint).toBe("It last wrote to standard error: cannot start: no licence");
    expect(transport.stderrTail()).toBe("cannot start: no licence\n");
  });

  test("S6: never shows a mapped value in the error", async () => {
    const transport = await started(
      stdioTransport([NODE, fixture("exits-at-once"), "--words", "bad key canary-123"], {
        environment: new Map([["KEY", "canary-123"]]),
      }),
    );
    const error = await rejection(transport.send(request(1, "server/discover")));
    expect(error.hint).toBe("It last wrote to standard error: bad key [hidden]");
  });

  test("report 21: after the effect fails the call as possibly run, and the effect happened once", async () => {
    const effects = join(temporaryFolder(), "effects");
    const transport = await started(
      stdioTransport([NODE, fixture("drops-after-effect"), "--effects", effects]),
    );
    const error = await rejection(transport.send(toolCall(1, "count")));
    expect(error.code).toBe("server_exited");
    expect(error.message).toContain("signal SIGKILL");
    expect(error.mayHaveRun).toBe(true);
    expect(readFileSync(effects, "utf8")).toBe("counted\n");
  });

  test("tells its owner once, after everyone who waited", async () => {
    const order: string[] = [];
    const transport = stdioTransport([NODE, fixture("exits-at-once")]);
    transport.onclose = () => order.push("closed");
    await transport.start();
    await transport.send(request(1, "server/discover")).catch(() => order.push("rejected"));
    await eventually(() => order.includes("closed"));
    await transport.close();
    expect(order).toStrictEqual(["rejected", "closed"]);
  });

  test("makes later sends fail with the same reason, as never run", async () => {
    const transport = await started(stdioTransport([NODE, fixture("exits-at-once")]));
    await rejection(transport.send(request(1, "server/discover")));
    const error = await rejection(transport.send(toolCall(2, "echo")));
    expect(error.code).toBe("server_exited");
    expect(error.mayHaveRun).toBe(false);
  });

  test("right after its answer has still answered", async () => {
    const script =
      'process.stdin.once("data", () => { process.stdout.write(\'{"jsonrpc":"2.0","id":1,"result":{}}\\n\'); process.exit(3); });';
    const transport = await started(stdioTransport([NODE, "-e", script]));
    const messages = inbox(transport);
    await transport.send(request(1, "server/discover"));
    expect(messages).toStrictEqual([{ jsonrpc: "2.0", id: 1, result: {} }]);
  });
});

describe("ending a program", () => {
  test("I7: that ends with its input gets no signal", async () => {
    const marker = join(temporaryFolder(), "how");
    const script = `const fs = require("fs");
      process.on("SIGTERM", () => fs.writeFileSync(${JSON.stringify(marker)}, "SIGTERM"));
      process.stdin.on("end", () => { fs.writeFileSync(${JSON.stringify(marker)}, "end of input"); process.exit(); }).resume();`;
    const transport = await started(stdioTransport([NODE, "-e", `${script} console.log("ready")`]));
    await eventually(() => counts(transport)["stdout_noise"] === 1);
    await transport.close();
    expect(readFileSync(marker, "utf8")).toBe("end of input");
  });

  test("T10, I8: ends one that ignores everything, with its grandchild, and the pipes they hold hold nobody", async () => {
    const pids = join(temporaryFolder(), "pids");
    const transport = await started(
      stdioTransport([NODE, fixture("ignores-terminate"), "--pids", pids]),
    );
    expect(await callForText(transport, toolCall(1, "echo", { message: "alive" }))).toBe("alive");
    const group: number[] = JSON.parse(readFileSync(pids, "utf8"));
    expect(group.map(isRunning)).toStrictEqual([true, true]);

    await transport.close();
    expect(group.map(isRunning)).toStrictEqual([false, false]);
  });

  test("report 6: ends the server behind a wrapper", async () => {
    const pids = join(temporaryFolder(), "pids");
    const transport = await started(stdioTransport([NODE, fixture("wrapper"), "--pids", pids]));
    expect(await callForText(transport, toolCall(1, "echo", { message: "alive" }))).toBe("alive");
    await transport.close();
    const group: number[] = JSON.parse(readFileSync(pids, "utf8"));
    expect(group.map(isRunning)).toStrictEqual([false, false]);
  });

  test("fails what waits, and says what may have run", async () => {
    const transport = await started(stdioTransport([NODE, fixture("silent")]));
    const waiting = rejection(transport.send(toolCall(1, "echo")));
    await transport.close();
    expect(await waiting).toMatchObject({ code: "closed", mayHaveRun: true });
    expect(await rejection(transport.send(toolCall(2, "echo")))).toMatchObject({
      code: "closed",
      mayHaveRun: false,
    });
  });

  test("may come before or during the start, and leaves nothing behind", async () => {
    const unstarted = stdioTransport([NODE, fixture("silent")]);
    await unstarted.close();
    expect((await rejection(unstarted.start())).code).toBe("closed");

    const starting = stdioTransport([NODE, fixture("silent")]);
    const start = rejection(starting.start());
    await starting.close();
    expect((await start).code).toBe("closed");
    const { pid } = starting as unknown as { pid: number | null };
    expect(pid === null || !isRunning(pid)).toBe(true);
  });

  test("T10: is done for all programs at once by killRemainingPrograms, without waiting", async () => {
    const pids = join(temporaryFolder(), "pids");
    const transport = await started(
      stdioTransport([NODE, fixture("ignores-terminate"), "--pids", pids]),
    );
    await callForText(transport, toolCall(1, "echo", { message: "alive" }));
    const group: number[] = JSON.parse(readFileSync(pids, "utf8"));
    killRemainingPrograms();
    await eventually(() => !group.some(isRunning));
  });
});

describe("what a server writes", () => {
  test("I2, report 17: may come byte by byte, in CRLF lines, with characters cut in two", async () => {
    const transport = await started(stdioTransport([NODE, fixture("byte-by-byte-writer")]));
    const message = "zwölf 日本 🦜 e\u0301";
    expect(await callForText(transport, toolCall(1, "echo", { message }))).toBe(message);
  });

  test("report 1: may have a banner and blank lines around it, which are counted and shown escaped", async () => {
    const transport = await started(stdioTransport([NODE, fixture("banner-printer")]));
    expect(await callForText(transport, toolCall(1, "echo", { message: "a" }))).toBe("a");
    expect(await callForText(transport, toolCall(2, "echo", { message: "b" }))).toBe("b");
    expect(transport.diagnostics()).toStrictEqual([
      { code: "stdout_noise", count: 6, sample: "Azure MCP v1.2 \\u{1b}[2J" },
    ]);
  });

  test("T14: may not be junk without end; then the server is ended", async () => {
    const transport = await started(stdioTransport([NODE, fixture("noisy-stdout")]));
    const error = await rejection(transport.send(toolCall(1, "echo")));
    expect(error.code).toBe("server_too_noisy");
    expect(counts(transport)).toStrictEqual({ stdout_noise: 33 });
    const { pid } = transport as unknown as { pid: number };
    await eventually(() => !isRunning(pid));
  });

  test("T11, report 2: to standard error never blocks it, and the tail is kept within bounds", async () => {
    const transport = await started(
      stdioTransport([NODE, fixture("stderr-flooder"), "--bytes", String(16 * MEBIBYTE)]),
    );
    expect(await callForText(transport, toolCall(1, "echo", { message: "a" }))).toBe("a");
    await eventually(() => transport.stderrTail().endsWith("last words 🦜\n"));
    expect(Buffer.byteLength(transport.stderrTail())).toBeLessThanOrEqual(4096);
    expect(Buffer.byteLength(transport.stderrTail())).toBeGreaterThan(4090);
  });

  test("report 7: too large an answer costs its call alone", async () => {
    const transport = await started(stdioTransport([NODE, fixture("toolbox")]));
    const large = toolCall(1, "large", { bytes: 5 * MEBIBYTE });
    const error = await rejection(transport.send(large));
    expect(error).toMatchObject({ code: "result_too_large", mayHaveRun: true });
    expect(error.hint).toContain("max_result_bytes");
    expect(await callForText(transport, toolCall(2, "echo", { message: "still here" }))).toBe(
      "still here",
    );
  });

  test("T13: an endless line that is no message ends the server soon after the cap", async () => {
    const transport = await started(stdioTransport([NODE, fixture("endless-line")]));
    const error = await rejection(transport.send(toolCall(1, "flood")));
    expect(error.code).toBe("result_too_large");
    const { pid } = transport as unknown as { pid: number };
    await eventually(() => !isRunning(pid));
  });

  test("T15, I11: requests and batches are never answered", async () => {
    const log = join(temporaryFolder(), "stdin");
    const transport = await started(
      stdioTransport([NODE, fixture("record-stdin"), log, "--", NODE, fixture("asks-the-client")]),
    );
    expect(await callForText(transport, toolCall(1, "echo", { message: "a" }))).toBe("a");
    expect(counts(transport)).toStrictEqual({ unanswered_server_request: 2, refused_batch: 1 });
    expect(readFileSync(log, "utf8").trimEnd().split("\n")).toHaveLength(1);
  });

  test("T16: under foreign ids, or twice, settles nothing", async () => {
    const transport = await started(stdioTransport([NODE, fixture("confuses-ids")]));
    const messages = inbox(transport);
    await transport.send(toolCall(1, "echo", { message: "right" }));
    await eventually(() => counts(transport)["duplicate_response"] === 1);
    expect(messages.map(textOf)).toStrictEqual(["right"]);
    expect(counts(transport)).toStrictEqual({ foreign_response: 2, duplicate_response: 1 });
  });

  test("E1: an error that names no request is noted, and the link goes on", async () => {
    const script = `process.stdin.on("data", () => {
      console.log('{"jsonrpc":"2.0","error":{"code":-32700,"message":"x"}}');
      console.log('{"jsonrpc":"2.0","id":1,"result":{}}'); });`;
    const transport = await started(stdioTransport([NODE, "-e", script]));
    await transport.send(request(1, "server/discover"));
    expect(counts(transport)).toStrictEqual({ error_without_id: 1 });
  });
});

describe("what is written to a server", () => {
  test("I1: is one line a message, whatever the message holds", async () => {
    const log = join(temporaryFolder(), "stdin");
    const transport = await started(
      stdioTransport([NODE, fixture("record-stdin"), log, "--", NODE, fixture("echo")]),
    );
    const message = 'a\nb\r\n"\u2028\u0000\ud800';
    await transport.send(toolCall(1, "echo", { message }));
    const [line, rest] = readFileSync(log, "utf8").split("\n");
    expect(JSON.parse(line ?? "").params.arguments.message).toBe(message);
    expect(rest).toBe("");
  });

  test("passes the gate as its last step; what the gate refuses is not written at all", async () => {
    const log = join(temporaryFolder(), "stdin");
    const transport = stdioTransport([
      NODE,
      fixture("record-stdin"),
      log,
      "--",
      NODE,
      fixture("echo"),
    ]);
    const asked: unknown[] = [];
    transport.writeGate = (message) => {
      asked.push(message);
      return asked.length === 1
        ? { kind: "refuse", code: "no_permit", reason: "there is no permit" }
        : { kind: "proceed" };
    };
    await transport.start();
    const first = toolCall(1, "echo", { message: "no" });
    const second = toolCall(2, "echo", { message: "yes" });
    const error = await rejection(transport.send(first));
    await transport.send(second);

    expect(error).toMatchObject({
      code: "write_refused",
      mayHaveRun: false,
      refusal: { code: "no_permit", reason: "there is no permit" },
    });
    expect(asked).toStrictEqual([first, second]);
    const written = readFileSync(log, "utf8").trimEnd().split("\n");
    expect(written.map((line) => JSON.parse(line).id)).toStrictEqual([2]);
  });

  test("asks the gate in the very turn of the write", async () => {
    const transport = stdioTransport([NODE, fixture("echo")]);
    let isAsked = false;
    transport.writeGate = () => {
      isAsked = true;
      return { kind: "proceed" };
    };
    await transport.start();
    const sending = transport.send(toolCall(1, "echo", { message: "a" }));
    expect(isAsked).toBe(true);
    await sending;
  });

  test("waits for a server that does not read, and goes on when it reads again", async () => {
    const script = `setTimeout(() => process.stdin.on("data", (part) => {
      for (const _ of String(part).matchAll(/\\n/g)) console.error("line"); }), 300);`;
    const transport = await started(stdioTransport([NODE, "-e", script]));
    const filler = "x".repeat(MEBIBYTE);
    const notifications = Array.from({ length: 8 }, () =>
      transport.send({ jsonrpc: "2.0", method: "vendor/event", params: { filler } }),
    );
    await Promise.all(notifications);
    await eventually(() => transport.stderrTail() === "line\n".repeat(8));
  });

  test("to a server that is gone from its input fails as possibly run", async () => {
    const script = 'require("fs").closeSync(0); setInterval(() => {}, 1000); console.log("ready")';
    const transport = await started(stdioTransport([NODE, "-e", script]));
    await eventually(() => counts(transport)["stdout_noise"] === 1);
    const large = {
      jsonrpc: "2.0" as const,
      method: "vendor/event",
      params: { x: "x".repeat(MEBIBYTE) },
    };
    const error = await rejection(transport.send(large));
    expect(error).toMatchObject({ code: "connection_lost", mayHaveRun: true });
  });
});

describe("I5: cancelling", () => {
  test("a request in flight sends one notification, fails the request, and a late answer is only noted", async () => {
    const log = join(temporaryFolder(), "stdin");
    const transport = await started(
      stdioTransport([NODE, fixture("record-stdin"), log, "--", NODE, "-e", LATE_ANSWER]),
    );
    const messages = inbox(transport);
    const waiting = rejection(transport.send(toolCall(1, "slow")));
    await transport.send(cancellation(1));

    expect(await waiting).toMatchObject({ code: "cancelled", mayHaveRun: true });
    await eventually(() => counts(transport)["late_response"] === 1);
    expect(messages).toStrictEqual([]);
    const written = readFileSync(log, "utf8").trimEnd().split("\n");
    expect(written.map((line) => JSON.parse(line).method)).toStrictEqual([
      "tools/call",
      "notifications/cancelled",
    ]);
  });

  test("what was answered or never asked sends nothing", async () => {
    const log = join(temporaryFolder(), "stdin");
    const transport = await started(
      stdioTransport([NODE, fixture("record-stdin"), log, "--", NODE, fixture("echo")]),
    );
    await transport.send(toolCall(1, "echo", { message: "a" }));
    await transport.send(cancellation(1));
    await transport.send(cancellation(77));
    await transport.send(toolCall(2, "echo", { message: "b" }));
    const written = readFileSync(log, "utf8").trimEnd().split("\n");
    expect(written.map((line) => JSON.parse(line).method)).toStrictEqual([
      "tools/call",
      "tools/call",
    ]);
  });

  test("a request that still waits for the pipe takes it back, and it never ran", async () => {
    const transport = await started(stdioTransport([NODE, "-e", "setInterval(() => {}, 1000)"]));
    const filler = "x".repeat(4 * MEBIBYTE);
    const stuck = rejection(transport.send(toolCall(1, "echo", { filler })));
    const queued = rejection(transport.send(toolCall(2, "echo")));
    await transport.send(cancellation(2));
    expect(await queued).toMatchObject({ code: "cancelled", mayHaveRun: false });
    await transport.close();
    expect(await stuck).toMatchObject({ mayHaveRun: true });
  });

  test("C2: by the server ends a subscription, and nothing else", async () => {
    const script = `process.stdin.on("data", () => {
      console.log('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"listen:1"}}');
      console.log('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}');
      console.log('{"jsonrpc":"2.0","id":2,"result":{}}'); });`;
    const transport = await started(stdioTransport([NODE, "-e", script]));
    const messages = inbox(transport);
    await Promise.all([
      transport.send(request("listen:1", "subscriptions/listen")),
      transport.send(toolCall(2, "echo")),
    ]);
    expect(messages.at(-1)).toStrictEqual({ jsonrpc: "2.0", id: 2, result: {} });
  });
});

/** Answers request 1 only after it was cancelled. */
const LATE_ANSWER = `process.stdin.on("data", (part) => {
  if (String(part).includes("notifications/cancelled")) console.log('{"jsonrpc":"2.0","id":1,"result":{}}');
});`;

describe("an owner", () => {
  test("that throws in a handler breaks nothing", async () => {
    const errors: Error[] = [];
    const transport = stdioTransport([NODE, fixture("echo")]);
    transport.onerror = (error) => errors.push(error);
    transport.onmessage = () => {
      throw new Error("handler fault");
    };
    await transport.start();
    await transport.send(toolCall(1, "echo", { message: "a" }));
    await transport.send(toolCall(2, "echo", { message: "b" }));
    expect(errors.map(({ message }) => message)).toStrictEqual(["handler fault", "handler fault"]);
  });

  test("V18: may have many requests in flight, answered in any order", async () => {
    const transport = await started(stdioTransport([NODE, fixture("toolbox")]));
    const messages = inbox(transport);
    const calls = Array.from({ length: 50 }, (_, index) =>
      transport.send(toolCall(index, "slow", { milliseconds: (50 - index) * 2 })),
    );
    await Promise.all(calls);
    expect(messages).toHaveLength(50);
  });

  test("that reuses an id in flight has a fault of its own", async () => {
    const transport = await started(stdioTransport([NODE, fixture("silent")]));
    const first = rejection(transport.send(toolCall(1, "echo")));
    await expect(transport.send(toolCall(1, "echo"))).rejects.toThrow(TypeError);
    await transport.close();
    await first;
  });
});
