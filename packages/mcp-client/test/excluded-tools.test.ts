import { startHttpServer, text } from "@perspt/fixture-servers";
import type { JsonObject, JsonValue } from "@perspt/json";
import { describe, expect, onTestFinished, test } from "vitest";
import { connect, http } from "./clients.js";

const annotated = (name: JsonValue, type: JsonValue = "string"): JsonObject => ({
  type,
  "x-mcp-header": name,
});
const withProperty = (property: JsonObject): JsonObject => ({
  type: "object",
  properties: { a: property },
});

const under = (keyword: string, value: JsonValue): JsonObject => ({
  type: "object",
  [keyword]: value,
});
const NESTED = withProperty(annotated("A"));

const BAD: readonly (readonly [what: string, schema: JsonObject])[] = [
  ["an empty name", withProperty(annotated(""))],
  ["a name that is no token", withProperty(annotated("My Region"))],
  ["a line break", withProperty(annotated("A\r\nX-Evil: 1"))],
  ["no text", withProperty(annotated(7))],
  ["one name in two cases", under("properties", { a: annotated("Zone"), b: annotated("ZONE") })],
  ...["number", "object", "array", "null"].map(
    (type) => [`on type ${type}`, withProperty(annotated("A", type))] as const,
  ),
  ["at the root", under("x-mcp-header", "A")],
  ["under items", withProperty(under("items", annotated("A")))],
  ...["oneOf", "anyOf", "allOf"].map(
    (keyword) => [`under ${keyword}`, under(keyword, [NESTED])] as const,
  ),
  ...["not", "if", "then", "else"].map(
    (keyword) => [`under ${keyword}`, under(keyword, NESTED)] as const,
  ),
  ["under $defs", { ...withProperty({ $ref: "#/$defs/a" }), $defs: { a: annotated("A") } }],
];

const GOOD = { type: "object", properties: { region: annotated("Region") } };

/** Lists a bad tool before and after a good one, and remembers the tools that were called. */
async function serverWith(bad: JsonObject) {
  const called: unknown[] = [];
  const server = await startHttpServer({
    "tools/list": () => ({
      tools: [
        { name: "bad", inputSchema: bad },
        { name: "good", inputSchema: GOOD },
        { name: "bad_too", inputSchema: bad },
      ],
    }),
    "tools/call": ({ name }) => {
      called.push(name);
      return text("done");
    },
  });
  onTestFinished(() => server.close());
  return { client: await connect(http(server.url)), called };
}

describe.each(BAD)("a tool whose x-mcp-header is bad: %s", (_, bad) => {
  test("H7: is left out with its name and a reason, the others stay, and a call of it is not sent", async () => {
    const { client, called } = await serverWith(bad);
    const { signal } = new AbortController();
    const { tools, excluded } = await client.listTools(signal);
    expect(tools.map(({ name }) => name)).toEqual(["good"]);
    expect(excluded.map(({ tool, problem }) => [tool.name, tool.inputSchema, problem])).toEqual([
      ["bad", bad, expect.stringMatching(/^The x-mcp-header at "/)],
      ["bad_too", bad, expect.stringMatching(/^The x-mcp-header at "/)],
    ]);
    for (const { tool, problem } of excluded) {
      // Whether or not an argument is there that would be mirrored.
      const value = tool.name === "bad" ? { a: "x" } : {};
      const request = { kind: "tool", tool, arguments: value } as const;
      expect(await client.call(request, { call: tool.name, signal })).toEqual({
        kind: "refused",
        mayHaveRun: false,
        error: {
          code: "invalid_parameter_header",
          message: `The tool is left out of its server's list: ${problem}`,
          hint: "The server has to repair the tool's schema.",
          serverError: null,
        },
      });
    }
    expect(called).toEqual([]);
    const [good] = tools;
    if (good === undefined) throw new Error("the good tool is listed");
    const request = { kind: "tool", tool: good, arguments: { region: "eu" } } as const;
    expect((await client.call(request, { call: "good", signal })).kind).toBe("completed");
    expect(called).toEqual(["good"]);
  });
});
