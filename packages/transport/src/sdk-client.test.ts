import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { fixture, recordStdin, startHttpServer, text } from "@perspt/fixture-servers";
import { afterEach, describe, expect, test } from "vitest";
import { createTransport } from "./create-transport.js";
import type { McpTransport } from "./mcp-transport.js";
import type { TransportError } from "./transport-error.js";

/** The official client over our transports: correlation, cancellation and dispatch are its work, everything below is ours. */

const open: McpTransport[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((transport) => transport.close()));
});

function stdio(command: readonly [string, ...string[]]): McpTransport {
  const transport = createTransport({
    kind: "stdio",
    command,
    workingDirectory: tmpdir(),
    environment: new Map(),
    maxMessageBytes: 1024 * 1024,
    maxStderrBytes: 4096,
  });
  open.push(transport);
  return transport;
}

function http(url: string): McpTransport {
  const transport = createTransport({
    kind: "streamable_http",
    url,
    headers: new Map(),
    maxMessageBytes: 1024 * 1024,
  });
  open.push(transport);
  return transport;
}

function client(): Client {
  return new Client(
    { name: "perspt", version: "0.1.0" },
    {
      versionNegotiation: { mode: { pin: "2026-07-28" } },
      supportedProtocolVersions: ["2026-07-28"],
    },
  );
}

const ECHO = {
  "tools/list": () => ({ tools: [{ name: "echo", inputSchema: { type: "object" } }] }),
  "tools/call": (params: { arguments: { message: string } }) => text(params.arguments.message),
};

describe("the SDK client over our transports", () => {
  test("V10, I15, T28: over stdio one process gets one server/discover and never initialize", async () => {
    const log = join(mkdtempSync(join(tmpdir(), "perspt-")), "stdin.log");
    const sdk = client();
    await sdk.connect(stdio(recordStdin(log, [process.execPath, fixture("echo")])));
    const result = await sdk.callTool({ name: "echo", arguments: { message: "zwölf\n🦜" } });
    await sdk.close();

    expect(result.content).toStrictEqual([{ type: "text", text: "zwölf\n🦜" }]);
    const written = readFileSync(log, "utf8").trimEnd().split("\n");
    expect(written.map((line) => JSON.parse(line).method)).toStrictEqual([
      "server/discover",
      "tools/call",
    ]);
  });

  test("V10, T28: a legacy server is refused after server/discover; nothing else reaches it", async () => {
    const log = join(mkdtempSync(join(tmpdir(), "perspt-")), "stdin.log");
    const sdk = client();
    const connecting = sdk.connect(stdio(recordStdin(log, [process.execPath, fixture("legacy")])));
    await expect(connecting).rejects.toThrow("did not offer pinned protocol version 2026-07-28");

    const written = readFileSync(log, "utf8").trimEnd().split("\n");
    expect(written.map((line) => JSON.parse(line).method)).toStrictEqual(["server/discover"]);
  });

  test("report 5: a server that exits on server/discover fails with its last words, not with a bare 'closed'", async () => {
    const connecting = client().connect(stdio([process.execPath, fixture("legacy-that-exits")]));
    const error: Error = await connecting.then(
      () => expect.unreachable(),
      (reason: Error) => reason,
    );
    const cause = error.cause as TransportError;
    expect(cause.code).toBe("server_exited");
    expect(cause.hint).toBe(
      "It last wrote to standard error: fatal: unexpected method server/discover",
    );
  });

  test("H1–H4: over HTTP every message is one POST whose headers repeat its body", async () => {
    const server = await startHttpServer(ECHO);
    const sdk = client();
    await sdk.connect(http(server.url));
    await sdk.callTool({ name: "echo", arguments: { message: "hello" } });
    await sdk.close();
    await server.close();

    expect(
      server.requests.map(({ method, headers }) => ({
        method,
        version: headers["mcp-protocol-version"],
        mcpMethod: headers["mcp-method"],
        mcpName: headers["mcp-name"],
      })),
    ).toStrictEqual([
      { method: "POST", version: "2026-07-28", mcpMethod: "server/discover", mcpName: undefined },
      { method: "POST", version: "2026-07-28", mcpMethod: "tools/call", mcpName: "echo" },
    ]);
  });
});
