import { describe, expect, test } from "vitest";
import { inbox, toolCall } from "./harness.js";
import {
  answerEmpty,
  endJson,
  facing,
  failureFacing,
  type RawAnswer,
  rawServer,
} from "./raw-server.js";

describe("a refusal", () => {
  test.each([301, 302, 303, 307, 308])(
    "H21, T18, report 18: %i is not followed, and the target is not asked",
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

  test.each([301, 307, 308])(
    "H21, T18: %i is not followed within one origin either",
    async (status) => {
      const { error, server } = await failureFacing(
        (response) => response.writeHead(status, { location: "/elsewhere" }).end(),
        { headers: new Map([["Authorization", "Bearer t"]]) },
      );
      expect(error.code).toBe("redirect_refused");
      expect(server.requests).toHaveLength(1);
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
