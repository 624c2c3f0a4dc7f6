import { gzipSync } from "node:zlib";
import { startFixture, startHttpServer, text } from "@perspt/fixture-servers";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  callForText,
  cancellation,
  eventually,
  httpTransport,
  inbox,
  MEBIBYTE,
  rejection,
  request,
  toolCall,
} from "../test/harness.js";
import { answerJson, openStream, type RawAnswer, rawServer } from "../test/raw-server.js";
import type { HttpTransportConfig, McpTransport } from "./index.js";

async function started(transport: McpTransport): Promise<McpTransport> {
  await transport.start();
  return transport;
}

/** A started transport to a server of no protocol. */
async function facing(answer: RawAnswer, overrides: Partial<HttpTransportConfig> = {}) {
  const server = await rawServer(answer);
  return { server, transport: await started(httpTransport(server.url, overrides)) };
}

/** What a call meets that such a server answers. */
async function failureFacing(answer: RawAnswer, overrides: Partial<HttpTransportConfig> = {}) {
  const { transport, server } = await facing(answer, overrides);
  const error = await rejection(transport.send(toolCall(1, "echo")));
  return { error, transport, server };
}

function counts(transport: McpTransport): Record<string, number> {
  return Object.fromEntries(transport.diagnostics().map(({ code, count }) => [code, count]));
}

const RESULT = '{"jsonrpc":"2.0","id":1,"result":{}}';

describe("starting", () => {
  test.each(["http://tools.example.test/mcp", "http://0x7f.1/mcp", "https://u:p@a.test/"])(
    "T17, T21: refuses %s",
    async (url) => {
      expect((await rejection(httpTransport(url).start())).code).toBe("invalid_endpoint");
    },
  );

  test("T21: refuses a header that cannot be sent, by the name of its variable", async () => {
    const transport = httpTransport("https://a.test/", {
      headers: new Map([["Authorization", "Bearer secret\r\nHost: b.test"]]),
      headerSources: new Map([["Authorization", "RECORDS_AUTHORIZATION"]]),
    });
    const error = await rejection(transport.start());
    expect(error.code).toBe("invalid_endpoint");
    expect(error.message).toContain("RECORDS_AUTHORIZATION");
    expect(error.message).not.toContain("secret");
  });

  test("opens no connection", async () => {
    const { server } = await facing(() => {});
    expect(server.connections).toHaveLength(0);
  });
});

describe("a request", () => {
  test("H1, H2, H4, T20, T22: is one POST with our headers and the user's, and no cookie that a server set", async () => {
    const { server, transport } = await facing(
      (response, received) => {
        response.setHeader("set-cookie", "a=b");
        response.setHeader("mcp-session-id", "s-1");
        answerJson(response, received);
      },
      { headers: new Map([["Authorization", "Bearer t"]]) },
    );
    await transport.send(toolCall(1, "naïve"), { headers: { "Mcp-Param-Region": "eu" } });
    await transport.send(request(1, "tools/list"));

    const [first, second] = server.requests;
    expect(first?.method).toBe("POST");
    expect(first?.headers).toStrictEqual({
      "user-agent": "perspt",
      authorization: "Bearer t",
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "accept-encoding": "identity",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "=?base64?bmHDr3Zl?=",
      "mcp-param-region": "eu",
      host: `127.0.0.1:${server.port}`,
      "content-length": String(Buffer.byteLength(first?.body ?? "")),
      connection: "keep-alive",
    });
    expect(JSON.parse(first?.body ?? "")).toStrictEqual(toolCall(1, "naïve"));
    expect(second?.headers).not.toHaveProperty("cookie");
    expect(second?.headers).not.toHaveProperty("mcp-session-id");
    expect(server.connections).toHaveLength(1);
  });

  test("passes the gate when the connection stands; what the gate refuses is not written at all", async () => {
    const server = await rawServer(answerEmpty);
    const transport = httpTransport(server.url);
    const asked: unknown[] = [];
    transport.writeGate = (message) => {
      asked.push(message);
      return asked.length === 1
        ? { kind: "refuse", code: "no_permit", reason: "there is no permit" }
        : { kind: "proceed" };
    };
    await transport.start();
    const first = toolCall(1, "echo");
    const second = toolCall(2, "echo");
    const error = await rejection(transport.send(first));
    await transport.send(second);
    expect(error).toMatchObject({
      code: "write_refused",
      mayHaveRun: false,
      refusal: { code: "no_permit", reason: "there is no permit" },
    });
    expect(asked).toStrictEqual([first, second]);
    expect(server.requests.map(({ body }) => JSON.parse(body).id)).toStrictEqual([2]);
  });

  test("H11: with a header that is no parameter is our own fault, and is not sent", async () => {
    const { server, transport } = await facing(answerEmpty);
    await expect(
      transport.send(toolCall(1, "echo"), { headers: { Host: "evil.test" } }),
    ).rejects.toThrow(TypeError);
    expect(server.requests).toStrictEqual([]);
  });

  test("to a closed port never ran", async () => {
    const transport = await started(httpTransport("http://127.0.0.1:1/mcp"));
    const error = await rejection(transport.send(toolCall(1, "echo")));
    expect(error).toMatchObject({ code: "unreachable", mayHaveRun: false });
    expect(error.message).toBe("127.0.0.1:1 could not be reached (ECONNREFUSED).");
  });

  test("H24: many at once share a bounded number of connections and all are answered", async () => {
    const { server, transport } = await facing((response, received) => {
      setTimeout(() => answerJson(response, received), 20);
    });
    const messages = inbox(transport);
    await Promise.all(
      Array.from({ length: 100 }, (_, id) => transport.send(request(id, "tools/list"))),
    );
    expect(messages).toHaveLength(100);
    expect(server.connections.length).toBeLessThanOrEqual(32);
  });
});

describe("an answer", () => {
  test("H12: may be JSON or a stream, request by request", async () => {
    const { transport } = await facing((response, received, index) => {
      if (index % 2 === 0) {
        answerJson(response, received, text("from JSON"));
        return;
      }
      openStream(response, ": hello\r\n\r\n");
      const message = { jsonrpc: "2.0", id: index + 1, result: text("from a stream") };
      response.end(`data: ${JSON.stringify(message)}\r\n\r\n`);
    });
    expect(await callForText(transport, toolCall(1, "echo"))).toBe("from JSON");
    expect(await callForText(transport, toolCall(2, "echo"))).toBe("from a stream");
  });

  test("report 17: keeps every character, one byte at a time", async () => {
    const message = "zwölf 日本 🦜 e\u0301";
    const bytes = Buffer.from(
      `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result: text(message) })}\n\n`,
    );
    const { transport } = await facing((response) => {
      openStream(response);
      const writeFrom = (index: number) => {
        if (index === bytes.length) response.end();
        else response.write(bytes.subarray(index, index + 1), () => writeFrom(index + 1));
      };
      writeFrom(0);
    });
    expect(await callForText(transport, toolCall(1, "echo"))).toBe(message);
  });

  test("settles its request although the server keeps the stream open, and lets go of it", async () => {
    const { server, transport } = await facing((response) => {
      openStream(response, `data: ${RESULT}\n\n`);
    });
    await transport.send(toolCall(1, "echo"));
    await eventually(() => server.connections.every((socket) => socket.destroyed));
  });

  test("on a stream that ends in good order leaves its connection for the next request", async () => {
    const { server, transport } = await facing((response, _received, index) => {
      openStream(response);
      response.end(`data: ${JSON.stringify({ jsonrpc: "2.0", id: index, result: {} })}\n\n`);
    });
    for (let id = 0; id < 5; id += 1) await transport.send(request(id, "tools/list"));
    expect(server.connections).toHaveLength(1);
  });

  test("H14, T15, T16: is not a foreign response, a request or a batch before it, nor a second one after it", async () => {
    const { transport } = await facing((response) => {
      openStream(response);
      for (const frame of [
        '{"jsonrpc":"2.0","id":99,"method":"sampling/createMessage"}',
        '{"jsonrpc":"2.0","id":"1","result":{"forged":true}}',
        `[${RESULT}]`,
        '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}',
        RESULT,
        '{"jsonrpc":"2.0","id":1,"result":{"second":true}}',
      ]) {
        response.write(`data: ${frame}\n\n`);
      }
      response.end();
    });
    const messages = inbox(transport);
    await transport.send(toolCall(1, "echo"));
    expect(messages).toStrictEqual([
      { jsonrpc: "2.0", method: "notifications/progress", params: { progress: 1 } },
      { jsonrpc: "2.0", id: 1, result: {} },
    ]);
    expect(counts(transport)).toStrictEqual({
      unanswered_server_request: 1,
      foreign_response: 1,
      refused_batch: 1,
    });
  });

  test("E1: is an error that names no request, for the stream serves one", async () => {
    const { transport } = await facing((response) => {
      openStream(response);
      response.end('data: {"jsonrpc":"2.0","error":{"code":-32700,"message":"what?"}}\n\n');
    });
    const messages = inbox(transport);
    await transport.send(toolCall(1, "echo"));
    expect(messages).toStrictEqual([
      { jsonrpc: "2.0", id: 1, error: { code: -32700, message: "what?" } },
    ]);
  });

  test("H13: is no event of another type", async () => {
    const { transport } = await facing((response) => {
      openStream(response, `event: endpoint\ndata: /messages\n\ndata: ${RESULT}\n\n`);
      response.end();
    });
    await transport.send(toolCall(1, "echo"));
    expect(counts(transport)).toStrictEqual({ ignored_event: 1 });
  });
});

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

describe("too much", () => {
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

describe("a refusal", () => {
  test.each([301, 302, 303, 307, 308])(
    "T18, report 18: %i is not followed, and the target is not asked",
    async (status) => {
      const target = await rawServer(answerEmpty);
      const { error } = await failureFacing(
        (response) => {
          response.writeHead(status, { location: `${target.url}?token=secret` });
          response.end();
        },
        { headers: new Map([["X-Api-Key", "key-123456"]]) },
      );
      expect(error.code).toBe("redirect_refused");
      expect(error.message).toContain(`127.0.0.1:${target.port}`);
      expect(error.message).not.toContain("secret");
      expect(error.mayHaveRun).toBe(status !== 307 && status !== 308);
      expect(target.connections).toHaveLength(0);
    },
  );

  test("T22, report 19: 401 is one attempt, names the variable, and follows no metadata", async () => {
    const metadata = await rawServer(answerEmpty);
    const { error, server } = await failureFacing(
      (response) => {
        response.writeHead(401, {
          "www-authenticate": `Bearer resource_metadata="${metadata.url}"`,
          "set-cookie": "a=b",
        });
        response.end("token key-123456 is not valid");
      },
      {
        headers: new Map([["Authorization", "Bearer key-123456"]]),
        headerSources: new Map([["Authorization", "RECORDS_AUTHORIZATION"]]),
      },
    );
    expect(error).toMatchObject({ code: "auth_required", status: 401, mayHaveRun: false });
    expect(error.message).toContain("token [hidden] is not valid");
    expect(error.hint).toContain("RECORDS_AUTHORIZATION");
    expect(server.requests).toHaveLength(1);
    expect(metadata.connections).toHaveLength(0);
  });

  test.each([
    [404, -32601],
    [400, -32020],
    [400, -32021],
    [400, -32022],
    [400, -32602],
  ])("H18, H19: %i with the JSON-RPC error %i is that error", async (status, code) => {
    const { transport } = await facing((response) => {
      response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code, message: "no" } }));
    });
    const messages = inbox(transport);
    await transport.send(toolCall(1, "echo"));
    expect(messages).toStrictEqual([{ jsonrpc: "2.0", id: 1, error: { code, message: "no" } }]);
  });

  test("E1: 400 with an error that names no request is that error too", async () => {
    const { transport } = await facing((response) => {
      response.writeHead(400, { "content-type": "application/json" });
      response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}');
    });
    const messages = inbox(transport);
    await transport.send(toolCall(1, "echo"));
    expect(messages).toMatchObject([{ id: 1, error: { code: -32700 } }]);
  });

  test.each<[string, RawAnswer]>([
    [
      "an error for another request",
      (response) =>
        endJson(response, '{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":"no"}}', 404),
    ],
    [
      "a page",
      (response) =>
        response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not Found</h1>"),
    ],
    ["nothing", (response) => response.writeHead(404).end()],
  ])("H18: 404 with %s is the wrong place", async (_name, answer) => {
    const { error } = await failureFacing(answer);
    expect(error).toMatchObject({ code: "unexpected_status", status: 404, mayHaveRun: false });
    expect(error.message).toMatch(/^There is no MCP 2026-07-28 endpoint at this url/);
  });

  test("H20: 500 with a JSON-RPC error stays a 500, and keeps it", async () => {
    const { error } = await failureFacing((response) => {
      endJson(response, '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"down"}}', 500);
    });
    expect(error).toMatchObject({
      code: "unexpected_status",
      status: 500,
      mayHaveRun: true,
      serverError: { code: -32603, message: "down" },
    });
  });

  test("H20: 429 says how long to wait", async () => {
    const { error } = await failureFacing((response) => {
      response.writeHead(429, { "retry-after": "7" }).end();
    });
    expect(error).toMatchObject({ code: "rate_limited", retryAfter: 7000, mayHaveRun: false });
  });

  test.each<[string, RawAnswer]>([
    ["that never ends", (response) => response.writeHead(503).write("x")],
    [
      "that is endless",
      (response) => {
        response.writeHead(503);
        const writeMore = () => {
          while (!response.destroyed && response.write("x".repeat(10_000)));
        };
        response.on("drain", writeMore);
        writeMore();
      },
    ],
    [
      "that is cut",
      (response) => {
        response.writeHead(503, { "content-length": "100" });
        response.write("x", () => response.destroy());
      },
    ],
  ])("with a body %s is still told in time", async (_name, answer) => {
    const { error } = await failureFacing(answer);
    expect(error).toMatchObject({ code: "unexpected_status", status: 503, mayHaveRun: true });
  });

  test.each([202, 204])("H20: %i is no answer to a request", async (status) => {
    const { error } = await failureFacing((response) => response.writeHead(status).end());
    expect(error).toMatchObject({ code: "unexpected_content", status, mayHaveRun: true });
  });

  test("T27: a page in place of an answer is refused without being shown", async () => {
    const { error } = await failureFacing((response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<script>secret</script>");
    });
    expect(error).toMatchObject({ code: "unexpected_content", status: 200, mayHaveRun: true });
    expect(error.message).not.toContain("secret");
  });
});

describe("H16: cancelling", () => {
  test("closes the stream, fails the request, and posts nothing", async () => {
    const { server, transport } = await facing((response) => openStream(response, ": hello\n\n"));
    const abort = new AbortController();
    const waiting = rejection(transport.send(toolCall(1, "slow"), { requestSignal: abort.signal }));
    await eventually(() => server.requests.length === 1);
    abort.abort();
    expect(await waiting).toMatchObject({ code: "cancelled", mayHaveRun: true });
    await transport.send(cancellation(1));
    await eventually(() => server.connections.every((socket) => socket.destroyed));
    expect(server.requests).toHaveLength(1);
  });

  test("closes the connection that still waits for a head", async () => {
    const { server, transport } = await facing(() => {});
    const abort = new AbortController();
    const waiting = rejection(transport.send(toolCall(1, "slow"), { requestSignal: abort.signal }));
    await eventually(() => server.requests.length === 1);
    abort.abort();
    expect(await waiting).toMatchObject({ code: "cancelled", mayHaveRun: true });
    await eventually(() => server.connections.every((socket) => socket.destroyed));
  });

  test("before anything was written never ran", async () => {
    const { server, transport } = await facing(answerEmpty);
    const error = await rejection(
      transport.send(toolCall(1, "slow"), { requestSignal: AbortSignal.abort() }),
    );
    expect(error).toMatchObject({ code: "cancelled", mayHaveRun: false });
    expect(server.requests).toStrictEqual([]);
  });

  test("one request leaves the others alone, and does not tell that their stream ended", async () => {
    const server = await startHttpServer({
      "tools/call": (params: { name: string }, exchange) =>
        params.name === "slow" ? new Promise(() => exchange.notify("a", {})) : text("here"),
    });
    onTestFinished(() => server.close());
    const transport = await started(httpTransport(server.url));
    const abort = new AbortController();
    let ends = 0;
    const waiting = rejection(
      transport.send(toolCall(1, "slow"), {
        requestSignal: abort.signal,
        onRequestStreamEnd: () => {
          ends += 1;
        },
      }),
    );
    await eventually(() => server.requests.length === 1);
    abort.abort();
    await waiting;
    expect(await callForText(transport, toolCall(2, "echo"))).toBe("here");
    expect(ends).toBe(0);
  });
});

describe("closing", () => {
  test("fails what waits, tells the owner last and once, and leaves no connection", async () => {
    const { server, transport } = await facing((response) => openStream(response, ": hello\n\n"));
    const order: string[] = [];
    transport.onclose = () => order.push("owner told");
    const waiting = transport.send(toolCall(1, "slow")).catch((error: { code: string }) => {
      order.push(error.code);
    });
    await eventually(() => server.requests.length === 1);
    await transport.close();
    await waiting;
    await transport.close();
    expect(order).toStrictEqual(["closed", "owner told"]);
    await eventually(() => server.connections.every((socket) => socket.destroyed));
    expect(await rejection(transport.send(toolCall(2, "echo")))).toMatchObject({
      code: "closed",
      mayHaveRun: false,
    });
  });
});

describe("a subscription", () => {
  test("delivers events for as long as it lives, beyond any idle limit, and settles with its stream", async () => {
    const { transport } = await facing((response) => {
      openStream(response);
      let count = 0;
      const timer = setInterval(() => {
        count += 1;
        response.write(`data: {"jsonrpc":"2.0","method":"e","params":{"count":${count}}}\n\n`);
        if (count < 3) return;
        clearInterval(timer);
        response.end('data: {"jsonrpc":"2.0","id":"listen:1","result":{}}\n\n');
      }, 100);
    });
    const messages = inbox(transport);
    await transport.send(request("listen:1", "subscriptions/listen"));
    expect(messages).toHaveLength(4);
  });
});

describe("a notification", () => {
  test("H20: is accepted with 202", async () => {
    const { server, transport } = await facing((response) => response.writeHead(202).end());
    await transport.send({ jsonrpc: "2.0", method: "vendor/event" });
    expect(server.requests[0]?.headers).toMatchObject({ "mcp-method": "vendor/event" });
  });

  test("that is refused is an error", async () => {
    const { transport } = await facing((response) => response.writeHead(403).end());
    const sending = transport.send({ jsonrpc: "2.0", method: "vendor/event" });
    expect((await rejection(sending)).code).toBe("forbidden");
  });
});

test("T20: proxy variables capture nothing", async () => {
  const proxy = await rawServer(answerEmpty);
  const { transport } = await facing(answerEmpty);
  const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY", "NODE_USE_ENV_PROXY"];
  const before = names.map((name) => [name, process.env[name]] as const);
  onTestFinished(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
  await transport.send(toolCall(1, "echo"));
  expect(proxy.connections).toHaveLength(0);
});

function answerEmpty(...[response, received]: Parameters<RawAnswer>): void {
  answerJson(response, received);
}

function endStream(response: Parameters<RawAnswer>[0], ...frames: readonly string[]): void {
  openStream(response, frames.map((frame) => `data: ${frame}\n\n`).join(""));
  response.end();
}

function endJson(response: Parameters<RawAnswer>[0], body: string, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(body);
}
