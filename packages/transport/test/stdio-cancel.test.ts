import { join } from "node:path";
import { fixture } from "@perspt/fixture-servers";
import { describe, expect, test } from "vitest";
import {
  cancellation,
  counts,
  eventually,
  inbox,
  MEBIBYTE,
  NODE,
  recordedMessages,
  rejection,
  request,
  started,
  stdioTransport,
  temporaryFolder,
  toolCall,
} from "./harness.js";

/** Answers request 1 only after it was cancelled. */
const LATE_ANSWER = `process.stdin.on("data", (part) => {
  if (String(part).includes("notifications/cancelled")) console.log('{"jsonrpc":"2.0","id":1,"result":{}}');
});`;

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
    expect(recordedMessages(log).map(({ method }) => method)).toStrictEqual([
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
    expect(recordedMessages(log).map(({ method }) => method)).toStrictEqual([
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
