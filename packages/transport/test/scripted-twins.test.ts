import { describe, expect, test } from "vitest";
import { scriptedFetch, scriptedSpawn } from "../src/index.js";
import {
  counts,
  httpTransport,
  inbox,
  rejection,
  request,
  started,
  stdioTransport,
} from "./harness.js";

const ANSWER = '{"jsonrpc":"2.0","id":1,"result":{}}';

describe("a scripted program", () => {
  test("answers line by line through the real transport", async () => {
    const script = scriptedSpawn([[{ output: ["banner\n"] }, { output: [`${ANSWER}\n`] }]]);
    const transport = await started(stdioTransport([process.execPath, "x"], {}, script));
    const messages = inbox(transport);
    await transport.send(request(1, "server/discover"));
    expect(messages).toStrictEqual([JSON.parse(ANSWER)]);
    expect(counts(transport)).toStrictEqual({ stdout_noise: 1 });
    expect(script.received).toStrictEqual([JSON.stringify(request(1, "server/discover"))]);
    expect(script.started.map(({ programArguments }) => programArguments)).toStrictEqual([["x"]]);
  });

  test("ends when it is asked for more than its script holds", async () => {
    const script = scriptedSpawn([[{ errorOutput: "out of lines" }]]);
    const transport = await started(stdioTransport([process.execPath], {}, script));
    const error = await rejection(transport.send(request(1, "server/discover")));
    expect(error).toMatchObject({ code: "server_exited", mayHaveRun: true });
    expect(error.hint).toContain("out of lines");
  });

  test("does not start when no life is left", async () => {
    const transport = stdioTransport([process.execPath], {}, scriptedSpawn([]));
    expect((await rejection(transport.start())).code).toBe("spawn_failed");
  });

  test("ends as it is told to", async () => {
    const ends = { exitCode: null, signal: "SIGSEGV" };
    const script = scriptedSpawn([[{}, { ends }]]);
    const transport = await started(stdioTransport([process.execPath], {}, script));
    const error = await rejection(transport.send(request(1, "server/discover")));
    expect(error.message).toContain("SIGSEGV");
  });

  test("can close its output and live on", async () => {
    const script = scriptedSpawn([[{}, { closesOutput: true }]]);
    const transport = await started(stdioTransport([process.execPath], {}, script));
    const error = await rejection(transport.send(request(1, "tools/list")));
    expect(error.code).toBe("stream_ended");
  });
});

describe("a scripted endpoint", () => {
  const json = { "content-type": "application/json" };
  const url = "https://tools.example.test/mcp";

  test("answers post by post through the real transport", async () => {
    const fetch = scriptedFetch([
      { status: 200, headers: json, body: [ANSWER.slice(0, 5), ANSWER.slice(5)] },
    ]);
    const transport = await started(httpTransport(url, {}, { fetch }));
    const messages = inbox(transport);
    await transport.send(request(1, "tools/list"));
    expect(messages).toStrictEqual([JSON.parse(ANSWER)]);
    expect(new Map(fetch.posted[0]?.headers).get("Mcp-Method")).toBe("tools/list");
  });

  test("is out of reach when its script is over", async () => {
    const transport = await started(httpTransport(url, {}, { fetch: scriptedFetch([]) }));
    const error = await rejection(transport.send(request(1, "tools/list")));
    expect(error).toMatchObject({ code: "unreachable", mayHaveRun: false });
  });

  test("can be cut, or stay open until the request is cancelled", async () => {
    const stream = {
      status: 200,
      headers: { "content-type": "text/event-stream" },
      body: [": hi\n"],
    };
    const fetch = scriptedFetch([
      { ...stream, ending: "cut" },
      { ...stream, ending: "open" },
    ]);
    const transport = await started(httpTransport(url, {}, { fetch }));
    expect((await rejection(transport.send(request(1, "tools/list")))).code).toBe(
      "connection_lost",
    );
    const abort = new AbortController();
    const open = rejection(
      transport.send(request(2, "tools/list"), { requestSignal: abort.signal }),
    );
    setTimeout(() => abort.abort(), 10);
    expect(await open).toMatchObject({ code: "cancelled", mayHaveRun: true });
  });
});
