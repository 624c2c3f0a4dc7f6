import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fixture } from "@perspt/fixture-servers";
import { describe, expect, test } from "vitest";
import {
  callForText,
  counts,
  eventually,
  inbox,
  isRunning,
  MEBIBYTE,
  NODE,
  pidOf,
  rejection,
  request,
  started,
  stdioTransport,
  temporaryFolder,
  textOf,
  toolCall,
} from "./harness.js";

describe("what a server writes", () => {
  test("I2, report 17: may come byte by byte, in CRLF lines, with characters cut in two", async () => {
    const transport = await started(stdioTransport([NODE, fixture("byte-by-byte-writer")]));
    const message = "zwölf 日本 🦜 e\u0301";
    expect(await callForText(transport, toolCall(1, "echo", { message }))).toBe(message);
  });

  test("I3, report 1: may have a banner and blank lines around it, which are counted and shown escaped", async () => {
    const transport = await started(stdioTransport([NODE, fixture("banner-printer")]));
    expect(await callForText(transport, toolCall(1, "echo", { message: "a" }))).toBe("a");
    expect(await callForText(transport, toolCall(2, "echo", { message: "b" }))).toBe("b");
    expect(transport.diagnostics()).toStrictEqual([
      { code: "stdout_noise", count: 6, sample: "Azure MCP v1.2 \\u{1b}[2J" },
    ]);
  });

  test("I3, T14: may not be junk without end; then the server is ended", async () => {
    const transport = await started(stdioTransport([NODE, fixture("noisy-stdout")]));
    const error = await rejection(transport.send(toolCall(1, "echo")));
    expect(error.code).toBe("server_too_noisy");
    expect(counts(transport)).toStrictEqual({ stdout_noise: 33 });
    const pid = pidOf(transport);
    await eventually(() => !isRunning(pid));
  });

  test("I4, T11, report 2: to standard error never blocks it, and the tail is kept within bounds", async () => {
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

  test("I3, T13: an endless line that is no message ends the server soon after the cap", async () => {
    const transport = await started(stdioTransport([NODE, fixture("endless-line")]));
    const error = await rejection(transport.send(toolCall(1, "flood")));
    expect(error.code).toBe("result_too_large");
    const pid = pidOf(transport);
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
