import type { JsonObject, JsonValue } from "@perspt/json";
import { describe, expect, test } from "vitest";
import { type Asked, answerError, answeringServer, answerResult } from "./answering-server.js";
import { callTool, connect, http, stdio, theTool } from "./clients.js";

const annotated = (header: string, type: string): JsonObject => ({ type, "x-mcp-header": header });

/** A server of one tool, whose name and whose arguments' schemas are given. */
async function serverOf(properties: JsonObject, name = "t") {
  const tool = { name, inputSchema: { type: "object", properties } };
  const server = await answeringServer({
    "tools/list": (response, asked) => answerResult(response, asked, { tools: [tool] }),
  });
  const client = await connect(http(server.url));
  return {
    server,
    call: (argumentsValue: JsonObject) => callTool(client, name, argumentsValue),
    /** What the last call looked like when it arrived. */
    arrived: (): Asked => {
      const last = server.requests.at(-1);
      return last?.method === "tools/call" ? last : expect.unreachable("no call arrived");
    },
  };
}

/** All headers of a name, as they came: one that was sent twice is there twice. */
function valuesOf({ rawHeaders }: Asked, name: string): readonly (string | undefined)[] {
  return rawHeaders.flatMap((word, index) =>
    index % 2 === 0 && word.toLowerCase() === name.toLowerCase() ? [rawHeaders[index + 1]] : [],
  );
}

function mirrored({ headers }: Asked): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.startsWith("mcp-param-")),
  );
}

function decoded(value: string): string {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, "base64").toString("utf8");
}

describe("an argument's value in a header", () => {
  test.each([
    ["eu-west-1", "eu-west-1"],
    ["us west 1", "us west 1"],
    ["", ""],
    ["日本", "=?base64?5pel5pys?="],
    ["Grüße", "=?base64?R3LDvMOfZQ==?="],
    [" a", "=?base64?IGE=?="],
    ["a ", "=?base64?YSA=?="],
    ["\ta", "=?base64?CWE=?="],
    ["a\tb", "=?base64?YQli?="],
    ["a\r\nX-Evil: 1", "=?base64?YQ0KWC1FdmlsOiAx?="],
    ["a\u0000b", "=?base64?YQBi?="],
    ["\u007f", "=?base64?fw==?="],
    ["=?base64?x?=", "=?base64?PT9iYXNlNjQ/eD89?="],
    ["=?base64?x", "=?base64?x"],
  ])("H5: %j arrives as %j, once, and makes no other header", async (value, header) => {
    const { call, arrived } = await serverOf({ a: annotated("Region", "string") });
    expect((await call({ a: value })).kind).toBe("completed");
    expect(valuesOf(arrived(), "Mcp-Param-Region")).toEqual([header]);
    expect(decoded(header)).toBe(value);
    expect(arrived().headers).not.toHaveProperty("x-evil");
    expect(mirrored(arrived())).toEqual({ "mcp-param-region": header });
    expect(arrived().body["params"]).toMatchObject({ arguments: { a: value } });
  });

  test.each([
    ["search", "search"],
    ["日本", "=?base64?5pel5pys?="],
    [" a\r\nX-Evil: 1", "=?base64?IGENClgtRXZpbDogMQ==?="],
  ])("H5: so does the tool's own name %j", async (name, header) => {
    const { call, arrived } = await serverOf({}, name);
    expect((await call({})).kind).toBe("completed");
    expect(valuesOf(arrived(), "Mcp-Name")).toEqual([header]);
    expect(arrived().headers).not.toHaveProperty("x-evil");
  });

  test.each<[JsonValue, string, string]>([
    [0, "integer", "0"],
    [-7, "integer", "-7"],
    [42, "integer", "42"],
    [true, "boolean", "true"],
    [false, "boolean", "false"],
    ["007", "string", "007"],
  ])("H6: %j of type %s arrives as %s", async (value, type, header) => {
    const { call, arrived } = await serverOf({ a: annotated("A", type) });
    await call({ a: value });
    expect(mirrored(arrived())).toEqual({ "mcp-param-a": header });
  });

  test.each<[string, JsonObject]>([
    ["null", { deep: { a: null } }],
    ["missing", { deep: {} }],
    ["missing with its parent", {}],
    ["beside its place", { a: "x" }],
    ["under a parent that is no object", { deep: ["x"] }],
  ])("H6: one that is %s makes no header", async (_, value) => {
    const { call, arrived } = await serverOf({
      deep: { type: "object", properties: { a: annotated("A", "string") } },
    });
    await call(value);
    expect(mirrored(arrived())).toEqual({});
  });

  test("H6: is read at its exact place, however deep", async () => {
    const inner = { type: "object", properties: { a: annotated("A", "string") } };
    const { call, arrived } = await serverOf({
      a: { type: "string" },
      deep: { type: "object", properties: { properties: inner } },
    });
    await call({ a: "no", deep: { a: "no", properties: { a: "yes" } } });
    expect(mirrored(arrived())).toEqual({ "mcp-param-a": "yes" });
  });

  test.each([2 ** 53, -(2 ** 53), 2 ** 60])(
    "H8: the number %d is refused, and nothing is sent",
    async (n) => {
      const { call, server } = await serverOf({ n: annotated("N", "integer") });
      expect(await call({ n })).toEqual({
        kind: "refused",
        mayHaveRun: false,
        error: {
          code: "unsafe_integer",
          message:
            'The argument at "n" is mirrored into a header, where only whole numbers up to 2^53 - 1 are safe.',
          hint: "Pass a smaller number.",
          serverError: null,
        },
      });
      expect(server.asked("tools/call")).toBe(0);
    },
  );

  test.each([2 ** 53 - 1, -(2 ** 53) + 1])("H8: the number %d is sent in decimal", async (n) => {
    const { call, arrived } = await serverOf({ n: annotated("N", "integer") });
    expect((await call({ n })).kind).toBe("completed");
    expect(mirrored(arrived())).toEqual({ "mcp-param-n": String(n) });
  });
});

describe("the name of a header", () => {
  test.each(["Method", "Name", "Host", "Content-Type", "Authorization", "__proto__"])(
    "H9, H11: %s is a parameter's, and leaves the protocol's own header alone",
    async (name) => {
      const { call, arrived } = await serverOf({ a: annotated(name, "string") });
      expect((await call({ a: "mine" })).kind).toBe("completed");
      expect(valuesOf(arrived(), `Mcp-Param-${name}`)).toEqual(["mine"]);
      expect(valuesOf(arrived(), "Mcp-Method")).toEqual(["tools/call"]);
      expect(valuesOf(arrived(), "Mcp-Name")).toEqual(["t"]);
      expect(valuesOf(arrived(), "Content-Type")).toEqual(["application/json"]);
      expect(valuesOf(arrived(), "Host")).toHaveLength(1);
      expect(valuesOf(arrived(), "Authorization")).toEqual([]);
    },
  );

  test.each([
    "Mcp-Method",
    "mcp-name",
    "Mcp-Param-Region",
    "MCP-Protocol-Version",
    "Mcp-Session-Id",
    "Content-Type",
    "accept",
    "Host",
    "Content-Length",
    "Transfer-Encoding",
    "Connection",
    "Cookie",
  ])("H11: a user's header may not be %s: nothing is sent at all", async (name) => {
    const server = await answeringServer({});
    const transport = { ...http(server.url), headers: new Map([[name, "x"]]) };
    await expect(connect(transport)).rejects.toMatchObject({ code: "invalid_endpoint" });
    expect(server.requests).toEqual([]);
  });
});

describe("the schema that headers are built from", () => {
  test("H10: a tool of an older list is called with the headers of that list, then with those of the list as it is now", async () => {
    const lists = ["Old", "New", "New"];
    const server = await answeringServer({
      "tools/list": (response, asked) => {
        const properties = { a: annotated(lists[asked.earlier] ?? "", "string") };
        const inputSchema = { type: "object", properties };
        answerResult(response, asked, { tools: [{ name: "t", inputSchema }] });
      },
      "tools/call": (response, asked) => {
        if (asked.headers["mcp-param-new"] === "x") answerResult(response, asked, { content: [] });
        else answerError(response, asked, { code: -32020, message: "header mismatch" }, 400);
      },
    });
    const client = await connect(http(server.url));
    const tool = await theTool(client, "t");
    const options = { call: "c", signal: new AbortController().signal };
    const request = { kind: "tool", tool, arguments: { a: "x" } } as const;
    expect((await client.call(request, options)).kind).toBe("completed");
    const calls = server.requests.filter(({ method }) => method === "tools/call");
    expect(calls.map(mirrored)).toEqual([{ "mcp-param-old": "x" }, { "mcp-param-new": "x" }]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
  });

  test("H10: a tool whose schema is not known is called without any", async () => {
    const { server, client } = await unlisted();
    const tool = { name: "t", inputSchema: {}, outputSchema: null, definition: {} };
    const options = { call: "c", signal: new AbortController().signal };
    await client.call({ kind: "tool", tool, arguments: { a: "x" } }, options);
    expect(server.requests.map(({ method }) => method)).toEqual(["server/discover", "tools/call"]);
    expect(server.requests.map(mirrored)).toEqual([{}, {}]);
  });

  async function unlisted() {
    const server = await answeringServer({});
    return { server, client: await connect(http(server.url)) };
  }
});

test("H6, H8: over stdio nothing is mirrored, and no argument is too large for a header", async () => {
  const script = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    const tool = { name: "t", inputSchema: { type: "object", properties: { n: { type: "integer", "x-mcp-header": "N" } } } };
    const results = {
      "server/discover": { supportedVersions: ["2026-07-28"], capabilities: { tools: {} } },
      "tools/list": { tools: [tool] },
      "tools/call": { content: [{ type: "text", text: JSON.stringify(params) }] },
    };
    console.log(JSON.stringify({ jsonrpc: "2.0", id, result: { resultType: "complete", ...results[method] } })); });`;
  const client = await connect(stdio([process.execPath, "--eval", script]));
  const outcome = await callTool(client, "t", { n: 2 ** 53 });
  expect(outcome.kind).toBe("completed");
  expect(JSON.stringify(outcome)).not.toMatch(/mcp-param/i);
});
