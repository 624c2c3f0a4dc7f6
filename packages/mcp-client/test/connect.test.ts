import { createServer } from "node:net";
import { fixture, startFixture, startHttpServer } from "@perspt/fixture-servers";
import { describe, expect, onTestFinished, test } from "vitest";
import { McpClientError } from "../src/index.js";
import { connect, fixtureEndpoint, http, stdio } from "./clients.js";
import { recordedEndpoint } from "./recorded-endpoint.js";

async function failureOf(attempt: Promise<unknown>): Promise<McpClientError> {
  try {
    await attempt;
  } catch (error) {
    if (error instanceof McpClientError) return error;
    throw error;
  }
  throw new Error("it connected");
}

describe("servers that cannot be used", () => {
  test("V11: a server of an older protocol is told to be upgraded", async () => {
    const error = await failureOf(connect(await fixtureEndpoint("stdio", "legacy")));
    expect(error.code).toBe("incompatible_protocol");
    expect(error.hint).toBe("Upgrade the server to 2026-07-28; there is no legacy fallback.");
  });

  test("V8: the versions that a server offers are named", async () => {
    const server = await startHttpServer({}, { supportedVersions: ["2025-11-25"] });
    onTestFinished(() => server.close());
    const error = await failureOf(connect(http(server.url)));
    expect(error.code).toBe("incompatible_protocol");
    expect(error.message).toBe('The server does not speak MCP 2026-07-28. It offers "2025-11-25".');
    expect(server.requests).toHaveLength(1);
  });

  test("report 5: a server that ends at the first unknown method is of an older protocol, and is quoted", async () => {
    const { transport, messages } = await recordedEndpoint("stdio", "legacy-that-exits");
    const error = await failureOf(connect(transport));
    expect(error).toMatchObject({
      code: "incompatible_protocol",
      message:
        "The server does not speak MCP 2026-07-28. It ended when it was asked server/discover.",
      hint: "Upgrade the server to 2026-07-28; there is no legacy fallback. It last wrote to standard error: fatal: unexpected method server/discover",
      stderrTail: "fatal: unexpected method server/discover\n",
    });
    // The one request of one process: no initialize, and no second start.
    expect(messages().map(({ message }) => message["method"])).toEqual(["server/discover"]);
  });

  test.each([
    ["Error: Method not found", "incompatible_protocol"],
    ["unknown method", "incompatible_protocol"],
    ["unsupported method: x", "incompatible_protocol"],
    ["Received request before initialization was complete", "incompatible_protocol"],
    ["ExpectedInitializeRequest(Some(Request(..)))", "incompatible_protocol"],
    ["cannot start: no licence", "server_exited"],
    ["failed to initialize the database", "server_exited"],
    ["", "server_exited"],
  ])("V11, report 5: last words such as %j mean %s", async (words, code) => {
    const script = `process.stdin.once("data", () => {
      process.stderr.write(${JSON.stringify(words)}, () => process.exit(1)); });`;
    const error = await failureOf(connect(stdio([process.execPath, "--eval", script])));
    expect(error.code).toBe(code);
    expect(error.hint).toContain("2026-07-28");
    expect(error.hint).toContain(words);
  });

  test("a program that is not there", async () => {
    const error = await failureOf(connect(stdio(["no-such-program-anywhere"])));
    expect(error.code).toBe("program_not_found");
  });

  test("a server that exits at once brings its last words", async () => {
    const error = await failureOf(connect(await fixtureEndpoint("stdio", "exits-at-once")));
    expect(error.code).toBe("server_exited");
    expect(error.stderrTail).not.toBe("");
  });

  test("report 3: a silent server is a timeout that names the key to raise", async () => {
    const endpoint = await fixtureEndpoint("stdio", "silent");
    const error = await failureOf(connect(endpoint, { timeoutMs: 500 }));
    expect(error.code).toBe("timeout");
    expect(error.hint).toContain("timeout_ms");
  });

  test("a closed port is unreachable", async () => {
    const port = await closedPort();
    const error = await failureOf(connect(http(`http://127.0.0.1:${port}/mcp`)));
    expect(error.code).toBe("unreachable");
  });

  test.each([
    ["400", "incompatible_protocol"],
    ["401", "auth_required"],
    ["403", "forbidden"],
    ["404", "incompatible_protocol"],
    ["405", "incompatible_protocol"],
    ["406", "incompatible_protocol"],
    ["415", "incompatible_protocol"],
    ["429", "rate_limited"],
    ["500", "unexpected_status"],
    ["502", "unexpected_status"],
    ["503", "unexpected_status"],
  ])("H18 to H20, report 19: HTTP %s is %s", async (status, code) => {
    const server = await startFixture("status-code", ["--status", status]);
    onTestFinished(() => server.stop());
    expect((await failureOf(connect(http(server.url)))).code).toBe(code);
  });

  test.each<[string, Record<string, unknown>]>([
    ["no versions", { supportedVersions: undefined }],
    ["versions that are no list", { supportedVersions: "2026-07-28" }],
    ["capabilities that are a list", { capabilities: [] }],
    ["a hundred thousand versions", { supportedVersions: Array(100_000).fill("2026-07-28") }],
    ["a version that is a number", { supportedVersions: ["2026-07-28", 7] }],
    ["capabilities that are null", { capabilities: null }],
    ["no capabilities", { capabilities: undefined }],
  ])("V20: %s is a malformed answer", async (_, answer) => {
    const server = await startHttpServer({
      "server/discover": () => ({
        supportedVersions: ["2026-07-28"],
        capabilities: {},
        ...answer,
      }),
    });
    onTestFinished(() => server.close());
    expect((await failureOf(connect(http(server.url)))).code).toBe("invalid_discover");
  });

  test("V9: a first -32022 that offers our version is answered once more with it", async () => {
    let asked = 0;
    const { RpcError } = await import("@perspt/fixture-servers");
    const server = await startHttpServer({
      "server/discover": () => {
        asked += 1;
        if (asked === 1) throw new RpcError(-32022, "no", { supported: ["2026-07-28"] });
        return { supportedVersions: ["2026-07-28"], capabilities: {} };
      },
    });
    onTestFinished(() => server.close());
    await connect(http(server.url));
    expect(asked).toBe(2);
  });

  test("V9: a server that always says so is asked twice and no more", async () => {
    let asked = 0;
    const { RpcError } = await import("@perspt/fixture-servers");
    const server = await startHttpServer({
      "server/discover": () => {
        asked += 1;
        throw new RpcError(-32022, "no", { supported: ["2026-07-28"] });
      },
    });
    onTestFinished(() => server.close());
    expect((await failureOf(connect(http(server.url)))).code).toBe("incompatible_protocol");
    expect(asked).toBe(2);
  });

  test("an abort while connecting is cancelled, and the program is gone", async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 200);
    const error = await failureOf(
      connect(stdio([process.execPath, fixture("silent")]), { signal: stop.signal }),
    );
    expect(error.code).toBe("cancelled");
  });
});

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
