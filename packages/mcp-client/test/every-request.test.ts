import { randomUUID } from "node:crypto";
import { scriptedElicitation } from "@perspt/elicitation";
import type { FixtureName } from "@perspt/fixture-servers";
import { isJsonObject, type JsonObject } from "@perspt/json";
import { describe, expect, onTestFinished, test } from "vitest";
import type { McpClient, McpClientOptions, McpRequest } from "../src/index.js";
import { callTool, connect, TRANSPORTS, type TransportKind } from "./clients.js";
import { recordedEndpoint, type WireMessage } from "./recorded-endpoint.js";
import { form } from "./scripted-rounds.js";

const PREFIX = "io.modelcontextprotocol/";

/** Every method that a client of this revision may send, and the parameter that its name is mirrored from. */
const METHODS: Readonly<Record<string, string | null>> = {
  "server/discover": null,
  "tools/list": null,
  "tools/call": "name",
  "resources/list": null,
  "resources/templates/list": null,
  "resources/read": "uri",
  "prompts/list": null,
  "prompts/get": "name",
  "completion/complete": null,
  "subscriptions/listen": null,
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

/** All that a client does, over three servers: what reached them, in order for each. */
async function everything(kind: TransportKind): Promise<readonly WireMessage[]> {
  return [
    ...(await wireOf(kind, "library", useLibrary, { subscriptions: { resources: [] } })),
    ...(await wireOf(kind, "asks-for-input", useInput)),
    ...(await wireOf(kind, "runs-tasks", useTasks)),
    // Silent where it is asked something, and a batch and two requests of its own before it answers.
    ...(await wireOf(kind, "asks-the-client", (client) => callTool(client, "echo"))),
    ...(await wireOf(kind, "toolbox", cancelOne)),
  ];
}

async function wireOf(
  kind: TransportKind,
  name: FixtureName,
  use: (client: McpClient, wire: () => readonly WireMessage[]) => Promise<unknown>,
  options: Partial<McpClientOptions> = {},
): Promise<readonly WireMessage[]> {
  const { transport, messages } = await recordedEndpoint(kind, name);
  const elicitation = scriptedElicitation(
    Array.from({ length: 3 }, () => ({ action: "accept", content: { repo: "core" } }) as const),
  );
  const client = await connect(transport, { elicitation, logLevel: "warning", ...options });
  await use(client, messages);
  await client.close();
  return messages();
}

async function useLibrary(client: McpClient): Promise<void> {
  const requests: McpRequest[] = [
    { kind: "resources_list", cursor: null },
    { kind: "resource_templates_list", cursor: null },
    { kind: "resource_read", uri: "file:///library/guide.md" },
    { kind: "prompts_list", cursor: null },
    { kind: "prompt_get", name: "summarise", arguments: new Map([["topic", "tea"]]) },
    {
      kind: "complete",
      reference: { kind: "prompt", name: "summarise" },
      argument: { name: "topic", value: "h" },
      context: new Map(),
    },
  ];
  const { signal } = new AbortController();
  for (const request of requests) {
    expect((await client.call(request, { call: "c", signal })).kind).toBe("completed");
  }
  for (const list of ["resources", "resource_templates", "prompts"] as const) {
    expect(await client.list(list, signal)).toHaveLength(1);
  }
}

async function useInput(client: McpClient): Promise<void> {
  const rounds = [{ inputRequests: { a: form() }, requestState: "s" }];
  const outcome = await callTool(client, "script", { key: randomUUID(), rounds });
  expect(outcome.kind).toBe("completed");
}

async function useTasks(client: McpClient, wire: () => readonly WireMessage[]): Promise<void> {
  const asks = { status: "input_required", inputRequests: { a: form() } };
  const done = { status: "completed", result: { content: [], structuredContent: { n: 1 } } };
  const states = [asks, { status: "working" }, done];
  const outcome = await callTool(client, "script", { key: randomUUID(), seed: {}, states });
  expect(outcome.kind).toBe("completed");
  const endless = { key: randomUUID(), seed: {}, states: [{ status: "working" }] };
  const polls = count(wire, "tasks/get");
  const signal = abortWhen(() => count(wire, "tasks/get") > polls);
  expect(await callTool(client, "script", endless, signal)).toMatchObject({
    error: { code: "cancelled" },
  });
}

async function cancelOne(client: McpClient, wire: () => readonly WireMessage[]): Promise<void> {
  const signal = abortWhen(() => count(wire, "tools/call") > 0);
  expect(await callTool(client, "slow", { milliseconds: 60_000 }, signal)).toMatchObject({
    error: { code: "cancelled" },
  });
}

function count(wire: () => readonly WireMessage[], method: string): number {
  return wire().filter((each) => methodOf(each) === method).length;
}

/** Aborts as soon as the server was seen to be that far. */
function abortWhen(isTime: () => boolean): AbortSignal {
  const stop = new AbortController();
  const timer = setInterval(() => {
    if (!isTime()) return;
    clearInterval(timer);
    stop.abort();
  }, 10);
  onTestFinished(() => clearInterval(timer));
  return stop.signal;
}

const methodOf = ({ message: { method } }: WireMessage): string =>
  typeof method === "string" ? method : "none";
const paramsOf = ({ message }: WireMessage): JsonObject =>
  isJsonObject(message["params"]) ? message["params"] : {};
const metaOf = (wire: WireMessage): JsonObject => {
  const { _meta: meta } = paramsOf(wire);
  return isJsonObject(meta) ? meta : {};
};

describe.each(TRANSPORTS)("everything that a client ever sends over %s", (kind) => {
  test("V1 to V3, Q13, J21, V16, V17, E3, H1 to H4, H25, I1, I11: is a request of this revision, whole and nothing more", async () => {
    const all = await everything(kind);
    const requests = all.filter(({ message }) => "id" in message);
    const others = all.filter(({ message }) => !("id" in message));

    // Nothing of an older revision, no answer to a server's request, no error of our own (I11, E3, H14).
    expect(new Set(requests.map(methodOf))).toEqual(new Set(Object.keys(METHODS)));
    const notifications = others.map(methodOf);
    // Cancelled are the call and, with its connection, the subscription; over HTTP their streams are closed instead (H16).
    expect(new Set(notifications)).toEqual(
      new Set(kind === "stdio" ? ["notifications/cancelled"] : []),
    );
    for (const { message } of all) {
      expect(Object.keys(message).filter((name) => name === "result" || name === "error")).toEqual(
        [],
      );
      expect(message["jsonrpc"]).toBe("2.0");
    }

    const capabilities = {
      elicitation: { form: { schemaValidation: false }, url: {} },
      extensions: { [`${PREFIX}tasks`]: {} },
    };
    for (const request of requests) {
      const meta = metaOf(request);
      const label = methodOf(request);
      expect(["string", "number"], label).toContain(typeof request.message["id"]);
      expect(meta, label).toMatchObject({
        [`${PREFIX}protocolVersion`]: "2026-07-28",
        [`${PREFIX}clientInfo`]: { name: "test", version: "1.0.0" },
      });
      expect(meta[`${PREFIX}clientCapabilities`], label).toEqual(capabilities);
      // Keys of the protocol alone: no made-up one under its prefix, none of tracing (V16, V17).
      const allowed = ["protocolVersion", "clientInfo", "clientCapabilities", "logLevel"];
      const names = new Set([...allowed.map((name) => PREFIX + name), "progressToken"]);
      expect(
        Object.keys(meta).filter((name) => !names.has(name)),
        label,
      ).toEqual([]);
    }

    for (const wire of kind === "stdio" ? [] : all) {
      const { http } = wire;
      const method = methodOf(wire);
      const name = METHODS[method] ?? null;
      expect(http?.verb).toBe("POST");
      expect(http?.headers).toMatchObject({
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
      });
      expect(http?.headers["mcp-name"]).toBe(name === null ? undefined : paramsOf(wire)[name]);
      for (const old of ["mcp-session-id", "last-event-id", "cookie"]) {
        expect(http?.headers).not.toHaveProperty(old);
      }
    }
  });

  test("V1: carries an id that no other request of its connection has, also the retries of a call", async () => {
    const wire = await wireOf(kind, "asks-for-input", async (client) => {
      await Promise.all(Array.from({ length: 50 }, () => useInput(client)));
    });
    const ids = wire.flatMap(({ message }) => ("id" in message ? [message["id"]] : []));
    expect(ids.length).toBeGreaterThan(150);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("V3: declares neither tasks nor elicitation, sampling or roots where none of them is wanted", async () => {
    const { transport, messages } = await recordedEndpoint(kind, "library");
    const client = await connect(transport, { tasks: false, subscriptions: { resources: [] } });
    await useLibrary(client);
    await client.close();
    const declared = messages()
      .filter(({ message }) => "id" in message)
      .map((wire) => metaOf(wire)[`${PREFIX}clientCapabilities`]);
    expect(declared.length).toBeGreaterThan(8);
    expect(new Set(declared.map((each) => JSON.stringify(each)))).toEqual(new Set(["{}"]));
  });
});
