import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fixture, recordStdin } from "@perspt/fixture-servers";
import { isJsonObject, type JsonObject } from "@perspt/json";
import { describe, expect, test } from "vitest";
import type { McpClient } from "../src/index.js";
import {
  callTool,
  connect,
  fixtureEndpoint,
  parseObject,
  stdio,
  TRANSPORTS,
  temporaryFolder,
  theTool,
} from "./clients.js";

describe.each(TRANSPORTS)("giving up over %s", (kind) => {
  test("C1: a cancellation that crosses the answer leaves one outcome, and the connection as it was", async () => {
    const client = await connect(await fixtureEndpoint(kind, "toolbox"));
    const tool = await theTool(client, "slow");
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const controller = new AbortController();
        const request = { kind: "tool", tool, arguments: { milliseconds: 20 } } as const;
        setTimeout(() => controller.abort(), n);
        return codeOf(client.call(request, { call: `call-${n}`, signal: controller.signal }));
      }),
    );
    const ends = ["completed", "cancelled", "cancelled_before_send"];
    expect(outcomes.filter((end) => !ends.includes(end))).toEqual([]);
    expect(outcomes).toContain("cancelled");
    expect((await callTool(client, "echo", { message: "x" })).kind).toBe("completed");
  });

  test("C1: a list that nobody waits for any more is given up, and the next one is read", async () => {
    const client = await connect(await fixtureEndpoint(kind, "toolbox"));
    const controller = new AbortController();
    const listing = client.listTools(controller.signal);
    controller.abort();
    await expect(listing).rejects.toMatchObject({ code: "cancelled" });
    expect((await callTool(client, "echo", { message: "x" })).kind).toBe("completed");
  });

  test("M2: a completion whose text was typed over is given up, and its late answer is nobody's", async () => {
    const client = await connect(await fixtureEndpoint(kind, "library"));
    const complete = (value: string, signal: AbortSignal) =>
      client.call(
        {
          kind: "complete",
          reference: { kind: "prompt", name: "summarise" },
          argument: { name: "topic", value },
          context: new Map(),
        },
        { call: `complete-${value}`, signal },
      );
    const typedOver = new AbortController();
    const early = complete("h", typedOver.signal);
    typedOver.abort();
    const late = complete("p", new AbortController().signal);
    expect(["cancelled", "cancelled_before_send"]).toContain(await codeOf(early));
    expect(await late).toMatchObject({ result: { completion: { values: ["physics"] } } });
  });
});

/** How the call ended: the code of its error, or its kind where it has none. */
async function codeOf(call: ReturnType<McpClient["call"]>): Promise<string> {
  const outcome = await call;
  return "error" in outcome ? outcome.error.code : outcome.kind;
}

describe("what a stdio server is told of a cancellation", () => {
  async function reasonOf(
    act: (client: McpClient) => Promise<unknown>,
    options: { readonly timeoutMs?: number; readonly maxTaskWaitMs?: number } = {},
  ): Promise<unknown> {
    const log = join(temporaryFolder(), "stdin");
    const client = await connect(
      stdio(recordStdin(log, [process.execPath, fixture("toolbox")])),
      options,
    );
    await act(client);
    const cancellations = (): readonly JsonObject[] =>
      readFileSync(log, "utf8")
        .trimEnd()
        .split("\n")
        .map(parseObject)
        .filter(({ method }) => method === "notifications/cancelled");
    await expect.poll(() => cancellations()).toHaveLength(1);
    const [cancellation] = cancellations();
    return isJsonObject(cancellation?.["params"]) ? cancellation["params"]["reason"] : null;
  }

  test("C3: that its caller gave up, and nothing of the caller's own reason", async () => {
    const giveUp = async (client: McpClient): Promise<void> => {
      const controller = new AbortController();
      const calling = callTool(client, "slow", { milliseconds: 60_000 }, controller.signal);
      setTimeout(() => controller.abort(new Error("/home/user/secret")), 500);
      expect(await calling).toMatchObject({ error: { code: "cancelled" } });
    };
    expect(await reasonOf(giveUp)).toBe("The request was cancelled.");
  });

  const waitTooLong = (client: McpClient) => callTool(client, "slow", { milliseconds: 60_000 });

  test("C3: that its answer took too long", async () => {
    expect(await reasonOf(waitTooLong, { timeoutMs: 1500 })).toBe("No answer came within 1500 ms.");
  });

  test("C3: that the call as a whole did", async () => {
    expect(await reasonOf(waitTooLong, { maxTaskWaitMs: 500 })).toBe(
      "The call did not end within 500 ms.",
    );
  });
});
