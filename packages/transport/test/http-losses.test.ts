import { startFixture } from "@perspt/fixture-servers";
import { describe, expect, onTestFinished, test } from "vitest";
import { counts, httpTransport, rejection, request, started, toolCall } from "./harness.js";
import {
  endJson,
  endStream,
  facing,
  failureFacing,
  openStream,
  type RawAnswer,
  RESULT,
} from "./raw-server.js";

describe("H14, report 14: a stream without its answer fails its request at once, as possibly run", () => {
  test.each(["after_headers", "half_event", "after_progress"])("cut %s", async (tool) => {
    const fixture = await startFixture("bad-stream-ends");
    onTestFinished(() => fixture.stop());
    const transport = await started(httpTransport(fixture.url));
    const error = await rejection(transport.send(toolCall(1, tool)));
    expect(error).toMatchObject({ code: "connection_lost", mayHaveRun: true });
  });

  test("ended in good order", async () => {
    const fixture = await startFixture("bad-stream-ends");
    onTestFinished(() => fixture.stop());
    const transport = await started(httpTransport(fixture.url));
    const error = await rejection(transport.send(toolCall(1, "clean_end")));
    expect(error).toMatchObject({ code: "stream_ended", mayHaveRun: true });
  });

  test.each<[string, RawAnswer, string]>([
    [
      "with a foreign response alone",
      (response) => endStream(response, '{"jsonrpc":"2.0","id":2,"result":{}}'),
      "stream_ended",
    ],
    ["empty", (response) => endStream(response), "stream_ended"],
    [
      "a JSON body for another request",
      (response) => endJson(response, '{"jsonrpc":"2.0","id":2,"result":{}}'),
      "stream_ended",
    ],
    ["a JSON body that is a batch", (response) => endJson(response, `[${RESULT}]`), "stream_ended"],
    [
      "a JSON body that is a notification",
      (response) => endJson(response, '{"jsonrpc":"2.0","method":"a"}'),
      "stream_ended",
    ],
    ["an empty JSON body", (response) => endJson(response, ""), "invalid_frame"],
    ["a JSON body that is none", (response) => endJson(response, "<html>"), "invalid_frame"],
    [
      "an answer of the wrong shape",
      (response) => endStream(response, '{"jsonrpc":"2.0","id":1,"result":7}'),
      "invalid_frame",
    ],
    [
      "an answer that is broken JSON",
      (response) => endStream(response, '{"jsonrpc":"2.0","id":1,"result":{'),
      "invalid_frame",
    ],
    ["cut before its head", (response) => response.destroy(), "connection_lost"],
    [
      "something that is not HTTP",
      (response) => response.socket?.end("hello\r\n\r\n"),
      "unexpected_content",
    ],
  ])("%s", async (_name, answer, code) => {
    const { error } = await failureFacing(answer);
    expect(error).toMatchObject({ code, mayHaveRun: true });
  });

  test("report 17: an answer that is no UTF-8", async () => {
    const { error } = await failureFacing((response) => {
      openStream(
        response,
        Buffer.from([...Buffer.from('data: {"jsonrpc":"2.0","id":1,"result":"'), 0xff]),
      );
      response.end('"}\n\n');
    });
    expect(error.code).toBe("invalid_frame");
    expect(error.message).toContain("UTF-8");
  });

  test("but a notification that cannot be read is only noted", async () => {
    const { transport } = await facing((response) => {
      endStream(
        response,
        '{"jsonrpc":"2.0","method":"notifications/progress","params":[]}',
        RESULT,
      );
    });
    await transport.send(toolCall(1, "echo"));
    expect(counts(transport)).toStrictEqual({ invalid_message: 1 });
  });

  test("and tells who asked to be told that the stream ended", async () => {
    const { transport } = await facing((response) => endStream(response));
    let ends = 0;
    const listening = transport.send(request("listen:1", "subscriptions/listen"), {
      onRequestStreamEnd: () => {
        ends += 1;
      },
    });
    expect((await rejection(listening)).code).toBe("stream_ended");
    expect(ends).toBe(1);
  });
});
