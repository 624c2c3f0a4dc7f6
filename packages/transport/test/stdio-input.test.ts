import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fixture } from "@perspt/fixture-servers";
import { describe, expect, test } from "vitest";
import {
  counts,
  eventually,
  inbox,
  MEBIBYTE,
  NODE,
  recordedMessages,
  rejection,
  started,
  stdioTransport,
  temporaryFolder,
  toolCall,
} from "./harness.js";

describe("what is written to a server", () => {
  test("I1: is one line a message, whatever the message holds", async () => {
    const log = join(temporaryFolder(), "stdin");
    const transport = await started(
      stdioTransport([NODE, fixture("record-stdin"), log, "--", NODE, fixture("echo")]),
    );
    const message = 'a\nb\r\n"\u2028\u2029\u0000\ud800';
    await transport.send(toolCall(1, "echo", { message }));
    expect(readFileSync(log, "utf8")).toMatch(/^[^\n\r\u2028\u2029]+\n$/);
    expect(recordedMessages(log)).toStrictEqual([toolCall(1, "echo", { message })]);
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
    expect(recordedMessages(log).map(({ id }) => id)).toStrictEqual([2]);
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
