import { RpcError, startHttpServer, text } from "@perspt/fixture-servers";
import type { JsonObject } from "@perspt/json";
import { describe, expect, onTestFinished, test } from "vitest";
import type { CallGuard, CallOutcome } from "../src/index.js";
import { recordingGuard } from "../src/testing/index.js";
import { callTool, connect, http, theTool } from "./clients.js";

const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;

const schema = (header: string): JsonObject => ({
  type: "object",
  properties: { region: { type: "string", "x-mcp-header": header } },
});

describe("a call whose headers were stale", () => {
  /** Wants the header that its list names now; the list changes after it was first read. */
  async function movingServer(headerOfList: (listing: number) => string | null) {
    let listings = 0;
    let calls = 0;
    const server = await startHttpServer({
      "tools/list": () => {
        listings += 1;
        const header = headerOfList(listings);
        return { tools: header === null ? [] : [{ name: "t", inputSchema: schema(header) }] };
      },
      "tools/call": (_params, { headers }) => {
        calls += 1;
        if (headers["mcp-param-new"] !== "eu") throw new RpcError(HEADER_MISMATCH, "wrong headers");
        return text("done");
      },
    });
    onTestFinished(() => server.close());
    return { url: server.url, listings: () => listings, calls: () => calls };
  }

  test("H10: is sent once more with the headers of the list as it is now, as a leg of its own", async () => {
    const server = await movingServer((listing) => (listing === 1 ? "Old" : "New"));
    const guard = recordingGuard();
    const client = await connect(http(server.url), { guard });
    expect((await callTool(client, "t", { region: "eu" })).kind).toBe("completed");
    expect(guard.lines()).toEqual([
      "before 1 send",
      "redeem 1 send t",
      "after 1 send server_error",
      "before 2 header_retry",
      "redeem 2 header_retry t",
      "after 2 header_retry complete",
    ]);
    expect([server.calls(), server.listings()]).toEqual([2, 2]);
  });

  test("H10: is sent twice and no more, and has not run", async () => {
    const server = await movingServer(() => "Old");
    const client = await connect(http(server.url));
    expect(await callTool(client, "t", { region: "eu" })).toMatchObject({
      kind: "failed",
      mayHaveRun: false,
      error: { code: "server_error", serverError: { code: HEADER_MISMATCH } },
    });
    expect(server.calls()).toBe(2);
  });

  test("H10: is not sent again where the tool is listed no longer", async () => {
    const server = await movingServer((listing) => (listing === 1 ? "Old" : null));
    const client = await connect(http(server.url));
    expect(await callTool(client, "t", { region: "eu" })).toMatchObject({
      kind: "failed",
      mayHaveRun: false,
    });
    expect(server.calls()).toBe(1);
  });

  test("H7: a list that now wants a header of an illegal name is not obeyed", async () => {
    const server = await movingServer((listing) => (listing === 1 ? "Old" : "New\r\nX-Evil: 1"));
    const client = await connect(http(server.url));
    expect(await callTool(client, "t", { region: "eu" })).toMatchObject({
      kind: "failed",
      mayHaveRun: false,
      error: { code: "invalid_parameter_header" },
    });
    expect(server.calls()).toBe(1);
  });

  test("a guard that forbids the second send leaves the call uncertain, and it is not sent", async () => {
    const server = await movingServer((listing) => (listing === 1 ? "Old" : "New"));
    const guard: CallGuard = recordingGuard(
      (entry) => entry.at === "before" && entry.leg.kind === "header_retry",
    );
    const client = await connect(http(server.url), { guard });
    expect(await callTool(client, "t", { region: "eu" })).toMatchObject({
      kind: "uncertain",
      error: { code: "not_today" },
    });
    expect(server.calls()).toBe(1);
  });
});

describe("a call whose version was not understood", () => {
  async function callWith(supported: readonly string[], refusals: number) {
    let calls = 0;
    const server = await startHttpServer({
      "tools/list": () => ({ tools: [{ name: "t", inputSchema: { type: "object" } }] }),
      "tools/call": () => {
        calls += 1;
        if (calls <= refusals) throw new RpcError(UNSUPPORTED_VERSION, "no", { supported });
        return text("done");
      },
    });
    onTestFinished(() => server.close());
    const guard = recordingGuard();
    const outcome: CallOutcome = await callTool(await connect(http(server.url), { guard }), "t");
    return { outcome, calls, legs: guard.lines().filter((line) => line.startsWith("before")) };
  }

  test("V9: is sent once more with the same version where the server offers it", async () => {
    const { outcome, legs } = await callWith(["2026-07-28"], 1);
    expect(outcome.kind).toBe("completed");
    expect(legs).toEqual(["before 1 send", "before 2 version_retry"]);
  });

  test("V9: is sent twice and no more, and has not run", async () => {
    const { outcome, calls } = await callWith(["2026-07-28"], 9);
    expect(outcome).toMatchObject({ kind: "failed", mayHaveRun: false });
    expect(calls).toBe(2);
  });

  test("V8: is not sent again where the server offers other versions only", async () => {
    const { outcome, calls } = await callWith(["2025-11-25"], 9);
    expect(outcome).toMatchObject({ kind: "failed", mayHaveRun: false });
    expect(calls).toBe(1);
  });
});

describe("everything else", () => {
  test.each([-32603, -32602, -32000, -32021, -32042])(
    "I10, report 21: a call that was answered with %i is sent once",
    async (code) => {
      let calls = 0;
      const server = await startHttpServer({
        "tools/list": () => ({ tools: [{ name: "t", inputSchema: { type: "object" } }] }),
        "tools/call": () => {
          calls += 1;
          throw new RpcError(code, "no");
        },
      });
      onTestFinished(() => server.close());
      expect((await callTool(await connect(http(server.url)), "t")).kind).toBe("failed");
      expect(calls).toBe(1);
    },
  );

  test("H8: an argument that a header cannot carry is refused before anything is sent", async () => {
    const properties = { n: { type: "integer", "x-mcp-header": "N" } };
    let calls = 0;
    const server = await startHttpServer({
      "tools/list": () => ({ tools: [{ name: "t", inputSchema: { type: "object", properties } }] }),
      "tools/call": () => {
        calls += 1;
        return text("x");
      },
    });
    onTestFinished(() => server.close());
    const client = await connect(http(server.url));
    expect(await callTool(client, "t", { n: 2 ** 53 })).toMatchObject({
      kind: "refused",
      error: { code: "unsafe_integer" },
    });
    expect(calls).toBe(0);
    const tool = await theTool(client, "t");
    const options = { call: "c", signal: new AbortController().signal };
    expect(
      (await client.call({ kind: "tool", tool, arguments: { n: 2 ** 53 - 1 } }, options)).kind,
    ).toBe("completed");
  });
});
