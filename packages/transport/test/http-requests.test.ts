import { describe, expect, onTestFinished, test } from "vitest";
import { httpTransport, inbox, rejection, request, started, toolCall } from "./harness.js";
import { answerEmpty, answerJson, facing, openStream, rawServer } from "./raw-server.js";

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
    expect(server.requests.map(({ body }) => body)).toStrictEqual([JSON.stringify(second)]);
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
