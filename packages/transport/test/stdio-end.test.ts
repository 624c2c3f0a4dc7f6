import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fixture } from "@perspt/fixture-servers";
import { describe, expect, test } from "vitest";
import { killRemainingPrograms } from "../src/index.js";
import {
  callForText,
  counts,
  eventually,
  inbox,
  isRunning,
  NODE,
  pidOf,
  recordedPids,
  rejection,
  request,
  started,
  stdioTransport,
  temporaryFolder,
  toolCall,
} from "./harness.js";

describe("a program that ends", () => {
  test("I14, report 4: before it sent anything fails what waits, with its status and its last words", async () => {
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

  test("in output alone, and runs on, can answer nothing any more: what waits fails, and the process is ended", async () => {
    const transport = await started(
      stdioTransport([NODE, "-e", "process.stdout.end(); setInterval(() => {}, 1000);"]),
    );
    const pid = pidOf(transport);
    const error = await rejection(transport.send(toolCall(1, "echo")));
    expect(error).toMatchObject({ code: "stream_ended", mayHaveRun: true });
    expect(error.message).toMatch(/closed its standard output and runs on/);
    await eventually(() => !isRunning(pid));
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
    const group = recordedPids(pids);
    expect(group.map(isRunning)).toStrictEqual([true, true]);

    await transport.close();
    expect(group.map(isRunning)).toStrictEqual([false, false]);
  });

  test("report 6: ends the server behind a wrapper", async () => {
    const pids = join(temporaryFolder(), "pids");
    const transport = await started(stdioTransport([NODE, fixture("wrapper"), "--pids", pids]));
    expect(await callForText(transport, toolCall(1, "echo", { message: "alive" }))).toBe("alive");
    await transport.close();
    const group = recordedPids(pids);
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
    expect("pid" in starting && starting.pid).toBeNull();
  });

  test("T10: is done for all programs at once by killRemainingPrograms, without waiting", async () => {
    const pids = join(temporaryFolder(), "pids");
    const transport = await started(
      stdioTransport([NODE, fixture("ignores-terminate"), "--pids", pids]),
    );
    await callForText(transport, toolCall(1, "echo", { message: "alive" }));
    const group = recordedPids(pids);
    killRemainingPrograms();
    await eventually(() => !group.some(isRunning));
  });
});
