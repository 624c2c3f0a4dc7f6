import { join } from "node:path";
import { Client, ProtocolError } from "@modelcontextprotocol/client";
import {
  fixture,
  never,
  recordStdin,
  SUBSCRIPTION_ID_KEY,
  startFixture,
  startHttpServer,
  text,
} from "@perspt/fixture-servers";
import { describe, expect, onTestFinished, test } from "vitest";
import { type McpTransport, TransportError } from "../src/index.js";
import {
  eventually,
  httpTransport,
  NODE,
  recordedMessages,
  stdioTransport,
  temporaryFolder,
} from "./harness.js";

/** The official client over our transports: correlation, cancellation and dispatch are its work, everything below is ours. */

function client(): Client {
  return new Client(
    { name: "perspt", version: "0.1.0" },
    {
      versionNegotiation: { mode: { pin: "2026-07-28" } },
      supportedProtocolVersions: ["2026-07-28"],
    },
  );
}

async function connected(transport: McpTransport): Promise<Client> {
  const sdk = client();
  await sdk.connect(transport);
  return sdk;
}

/** The error that a promise rejects with. */
async function failure(promise: Promise<unknown>): Promise<Error> {
  const outcome = await promise.then(
    () => new Error("resolved"),
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) expect.unreachable();
  return outcome;
}

function methodsIn(log: string): readonly unknown[] {
  return recordedMessages(log).map(({ method }) => method);
}

describe("the SDK client over stdio", () => {
  test("V10, I15, T28: gives one process one server/discover, and never initialize", async () => {
    const log = join(temporaryFolder(), "stdin");
    const sdk = await connected(stdioTransport(recordStdin(log, [NODE, fixture("echo")])));
    const result = await sdk.callTool({ name: "echo", arguments: { message: "zwölf\n🦜" } });
    await sdk.close();
    expect(result.content).toStrictEqual([{ type: "text", text: "zwölf\n🦜" }]);
    expect(methodsIn(log)).toStrictEqual(["server/discover", "tools/call"]);
  });

  test("V10, T28: leaves a legacy server after server/discover", async () => {
    const log = join(temporaryFolder(), "stdin");
    const transport = stdioTransport(recordStdin(log, [NODE, fixture("legacy")]));
    const error = await failure(client().connect(transport));
    expect(error.message).toContain("did not offer pinned protocol version 2026-07-28");
    expect(methodsIn(log)).toStrictEqual(["server/discover"]);
  });

  test("report 5: hears why a server ended on server/discover, not only that it did", async () => {
    const error = await failure(
      client().connect(stdioTransport([NODE, fixture("legacy-that-exits")])),
    );
    expect(error.cause).toBeInstanceOf(TransportError);
    expect(error.cause).toMatchObject({
      code: "server_exited",
      hint: "It last wrote to standard error: fatal: unexpected method server/discover",
    });
  });

  test("hears why a program did not start", async () => {
    const error = await failure(client().connect(stdioTransport(["no-such-program-anywhere"])));
    expect(error).toMatchObject({ name: "TransportError", code: "program_not_found" });
  });

  test("hears why a call was lost, not only that the connection closed", async () => {
    const effects = join(temporaryFolder(), "effects");
    const sdk = await connected(
      stdioTransport([NODE, fixture("drops-after-effect"), "--effects", effects]),
    );
    const error = await failure(sdk.callTool({ name: "count" }));
    expect(error).toMatchObject({ code: "server_exited", mayHaveRun: true });
  });

  test("I5: cancels by one notification", async () => {
    const log = join(temporaryFolder(), "stdin");
    const sdk = await connected(stdioTransport(recordStdin(log, [NODE, fixture("toolbox")])));
    const abort = new AbortController();
    const call = sdk.callTool(
      { name: "slow", arguments: { milliseconds: 60_000 } },
      { signal: abort.signal },
    );
    await eventually(() => methodsIn(log).includes("tools/call"));
    abort.abort("enough");
    await failure(call);
    await eventually(() => methodsIn(log).length === 3);
    expect(methodsIn(log).at(-1)).toBe("notifications/cancelled");
  });

  test("gets the events of a subscription", async () => {
    const sdk = await connected(stdioTransport([NODE, fixture("library")]));
    await hearsOfToolChange(sdk);
  });
});

describe("the SDK client over HTTP", () => {
  test("H1–H4: sends one POST a message, with headers that repeat its body", async () => {
    const server = await startHttpServer({
      "tools/call": (params: { arguments: { message: string } }) => text(params.arguments.message),
    });
    onTestFinished(() => server.close());
    const sdk = await connected(httpTransport(server.url));
    await sdk.callTool({ name: "echo", arguments: { message: "hello" } });
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

  test("H18: sees 404 with -32601 as the protocol error that it is", async () => {
    const server = await startHttpServer({});
    onTestFinished(() => server.close());
    const sdk = await connected(httpTransport(server.url));
    const error = await failure(sdk.listTools());
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ code: -32601 });
  });

  test("report 14: hears at once that a stream ended without its answer", async () => {
    const server = await startFixture("bad-stream-ends");
    onTestFinished(() => server.stop());
    const sdk = await connected(httpTransport(server.url));
    const error = await failure(sdk.callTool({ name: "clean_end" }));
    expect(error).toMatchObject({ code: "stream_ended", mayHaveRun: true });
  });

  test("H16: cancels by closing the stream, and posts nothing", async () => {
    let isClosed = false;
    const server = await startHttpServer({
      "tools/call": (_params, exchange) => {
        exchange.signal.addEventListener("abort", () => {
          isClosed = true;
        });
        void exchange.raw(": working\n\n");
        return never();
      },
    });
    onTestFinished(() => server.close());
    const sdk = await connected(httpTransport(server.url));
    const abort = new AbortController();
    const call = sdk.callTool({ name: "slow" }, { signal: abort.signal });
    await eventually(() => server.requests.length === 2);
    abort.abort("enough");
    await failure(call);
    await eventually(() => isClosed);
    expect(server.requests).toHaveLength(2);
  });

  test("gets the events of a subscription, and ends it without a POST", async () => {
    const server = await startFixture("library");
    onTestFinished(() => server.stop());
    const sdk = await connected(httpTransport(server.url));
    await hearsOfToolChange(sdk);
  });

  test("V11: is told that silence, a page and an old server are no 2026-07-28", async () => {
    const page = await startFixture("status-code", ["--status", "200", "--type", "text/html"]);
    onTestFinished(() => page.stop());
    const error = await failure(client().connect(httpTransport(page.url)));
    expect(error.cause).toMatchObject({ code: "unexpected_content" });
  });
});

async function hearsOfToolChange(sdk: Client): Promise<void> {
  const heard: unknown[] = [];
  sdk.setNotificationHandler("notifications/tools/list_changed", (notification) => {
    heard.push(notification.params?._meta?.[SUBSCRIPTION_ID_KEY]);
  });
  const subscription = await sdk.listen({ toolsListChanged: true });
  await sdk.callTool({ name: "announce_tools" });
  await eventually(() => heard.length === 1);
  await subscription.close();
  expect(await subscription.closed).toBe("local");
  expect(heard).toStrictEqual([expect.stringMatching(/^listen:/)]);
}
