import { describe, expect, test } from "vitest";
import type { CallOutcome } from "../src/index.js";
import { answerError, answeringServer } from "./answering-server.js";
import { callTool, connect, http, stdio } from "./clients.js";

/** Codes that older clients and servers gave to ends of their own link. */
const LOOKALIKES: readonly (readonly [code: number, message: string])[] = [
  [-32603, "Internal error"],
  [-32000, "Connection closed"],
  [-32001, "Request timed out"],
  [-32800, "Request cancelled"],
  [-32042, "Open https://evil.test/"],
];

describe("E2: what a server said and what went wrong here are told apart", () => {
  test.each(LOOKALIKES)(
    "the server's %i %j is the server's error, whatever it looks like",
    async (code, message) => {
      const server = await answeringServer({
        "tools/call": (response, asked) => answerError(response, asked, { code, message }),
      });
      expect(await callTool(await connect(http(server.url)), "t")).toMatchObject({
        kind: "failed",
        error: { code: "server_error", serverError: { code, message } },
      });
      expect(server.asked("tools/call")).toBe(1);
    },
  );

  test("a timeout, a cancel, a close and a broken link are errors of our own, without a code of the protocol", async () => {
    const codes: string[] = [];
    let arrived = (): void => {};
    const silent = await answeringServer({ "tools/call": () => arrived() });
    const nextCall = () =>
      new Promise<void>((resolve) => {
        arrived = resolve;
      });
    const broken = await answeringServer({ "tools/call": (response) => response.destroy() });
    const attempts: readonly (() => Promise<CallOutcome>)[] = [
      async () => callTool(await connect(http(silent.url), { timeoutMs: 500 }), "t"),
      async () => {
        const stop = new AbortController();
        const calling = callTool(await connect(http(silent.url)), "t", {}, stop.signal);
        await nextCall();
        stop.abort();
        return calling;
      },
      async () => {
        const client = await connect(http(silent.url));
        const calling = callTool(client, "t");
        await nextCall();
        await client.close();
        return calling;
      },
      async () => callTool(await connect(http(broken.url)), "t"),
    ];
    for (const attempt of attempts) {
      const outcome = await attempt();
      expect(outcome).toMatchObject({ error: { serverError: null } });
      codes.push("error" in outcome ? outcome.error.code : outcome.kind);
    }
    expect(codes).toEqual(["timeout", "cancelled", "closed", "connection_lost"]);
  });

  test("an error's code that is no integer is no error of the protocol (E1)", async () => {
    const server = await answeringServer({
      "tools/call": (response, asked) =>
        answerError(response, asked, { code: "-32603", message: "x" }),
    });
    expect(await callTool(await connect(http(server.url)), "t")).toMatchObject({
      kind: "uncertain",
      error: { serverError: null },
    });
  });
});

describe("E4: a server's words in an error", () => {
  const HOSTILE = "\u001b[2J\u009b31m\u202eevil\u0000\r\n";

  test("are bounded, and quoted where they are part of a sentence", async () => {
    const server = await answeringServer({
      "tools/call": (response, asked) =>
        answerError(response, asked, {
          code: -32603,
          message: HOSTILE + "x".repeat(500_000),
          data: { deep: [[[[[[[[]]]]]]]], large: "y".repeat(500_000) },
        }),
    });
    const outcome = await callTool(await connect(http(server.url)), "t");
    expect(outcome).toMatchObject({ kind: "failed", error: { code: "server_error" } });
    const { message } = outcome.kind === "failed" ? outcome.error : { message: "" };
    expect(message.length).toBeLessThan(500);
    expect(message).not.toContain("\u001b");
    expect(message).not.toContain("\u0000");
  });

  test("that nest too deep cost the call alone", async () => {
    const server = await answeringServer({
      "tools/call": (response, { id, earlier }) => {
        response.writeHead(200, { "content-type": "application/json" });
        const data = earlier === 0 ? "[".repeat(10_000) + "]".repeat(10_000) : "0";
        response.end(
          `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":-32603,"message":"x","data":${data}}}`,
        );
      },
    });
    const client = await connect(http(server.url));
    expect(await callTool(client, "t")).toMatchObject({ error: { code: "invalid_frame" } });
    expect(await callTool(client, "t")).toMatchObject({ error: { code: "server_error" } });
  });
});

test("I16: over stdio there is no authorization but the environment: an error about it starts nothing", async () => {
  let visits = 0;
  const canary = await answeringServer({
    x: () => {
      visits += 1;
    },
  });
  const script = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    const data = { resource_metadata: ${JSON.stringify(canary.url)}, "www-authenticate": "Bearer" };
    const results = {
      "server/discover": { supportedVersions: ["2026-07-28"], capabilities: { tools: {} } },
      "tools/list": { tools: [{ name: "t", inputSchema: { type: "object" } }] },
    };
    const answer = results[method] === undefined
      ? { error: { code: -32001, message: "401 Unauthorized", data } }
      : { result: { resultType: "complete", ...results[method] } };
    console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer })); });`;
  const client = await connect(stdio([process.execPath, "--eval", script]));
  expect(await callTool(client, "t")).toMatchObject({
    kind: "failed",
    error: { code: "server_error", serverError: { code: -32001 } },
  });
  expect([visits, canary.requests]).toEqual([0, []]);
});
