import { gzipSync } from "node:zlib";
import { startFixture, text } from "@perspt/fixture-servers";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  callForText,
  eventually,
  httpTransport,
  MEBIBYTE,
  rejection,
  started,
  toolCall,
} from "./harness.js";
import {
  answerJson,
  endJson,
  facing,
  failureFacing,
  openStream,
  type RawAnswer,
  RESULT,
} from "./raw-server.js";

describe("H23: too much", () => {
  const cap = { maxMessageBytes: 10_000 };

  test.each<[string, RawAnswer]>([
    [
      "report 7: a JSON body",
      (response) =>
        endJson(
          response,
          JSON.stringify({ jsonrpc: "2.0", id: 1, result: text("x".repeat(20_000)) }),
        ),
    ],
    [
      "a JSON body of unknown length",
      (response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write("x".repeat(9_000));
        response.write("x".repeat(9_000));
      },
    ],
    ["T26: one event", (response) => openStream(response, `data: ${"x".repeat(20_000)}`)],
    [
      "T26: one event of many lines",
      (response) => openStream(response, "data: xxxxxxxxxx\n".repeat(2000)),
    ],
    ["one comment that never ends", (response) => openStream(response, `: ${"x".repeat(20_000)}`)],
  ])("%s is refused at the cap", async (_name, answer) => {
    const { error, server } = await failureFacing(answer, cap);
    expect(error).toMatchObject({ code: "result_too_large", mayHaveRun: true });
    expect(error.hint).toContain("max_result_bytes");
    await eventually(() => server.connections.every((socket) => socket.destroyed));
  });

  test("report 7: leaves the server usable", async () => {
    const { transport } = await facing((response, received, index) => {
      answerJson(response, received, text(index === 0 ? "x".repeat(20_000) : "small"));
    }, cap);
    expect((await rejection(transport.send(toolCall(1, "echo")))).code).toBe("result_too_large");
    expect(await callForText(transport, toolCall(2, "echo"))).toBe("small");
  });

  test("T24: a gzip bomb is refused unread", async () => {
    const fixture = await startFixture("gzip-bomb");
    onTestFinished(() => fixture.stop());
    const transport = await started(httpTransport(fixture.url));
    const before = process.memoryUsage.rss();
    const error = await rejection(transport.send(toolCall(1, "echo")));
    expect(error.code).toBe("content_encoding_refused");
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * MEBIBYTE);
  });

  test.each(["gzip", "br", "gzip, gzip"])(
    "T25: an answer encoded as %s is refused",
    async (encoding) => {
      const { error } = await failureFacing((response) => {
        response.setHeader("content-encoding", encoding);
        response.setHeader("content-type", "application/json");
        response.end(gzipSync(RESULT));
      });
      expect(error).toMatchObject({ code: "content_encoding_refused", mayHaveRun: true });
    },
  );

  test("T27: notifications without end are cut at the stream's total", async () => {
    const event = `data: {"jsonrpc":"2.0","method":"a","params":{"x":"${"x".repeat(9_000)}"}}\n\n`;
    const { error } = await failureFacing((response) => {
      openStream(response);
      const writeMore = () => {
        while (!response.destroyed && response.write(event));
      };
      response.on("drain", writeMore);
      writeMore();
    }, cap);
    expect(error).toMatchObject({ code: "result_too_large", mayHaveRun: true });
  });
});
