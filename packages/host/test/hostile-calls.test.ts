import type { JsonObject, JsonValue } from "@perspt/json";
import { describe, expect, test } from "vitest";
import { changingServer, TRANSPORTS, type TransportKind } from "./changing-server.js";
import { AGENT_GRANT, CHAT_GRANT, openHost, policy } from "./hosts.js";

const schemaOf = (properties: JsonObject, members: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  ...members,
});
const withSchema = (name: string, inputSchema: JsonObject): JsonObject => ({ name, inputSchema });
const TEXT = { type: "string" };

/** A host of one server with these tools, and what became of each of some calls, by kind and code. */
async function hostOf(
  kind: TransportKind,
  tools: readonly JsonObject[],
  { policies, ...over }: { readonly policies?: string } & Parameters<typeof openHost>[1] = {},
) {
  const server = await changingServer(kind, tools, policies);
  const opened = await openHost(server.toml, over);
  return {
    ...opened,
    ran: () => server.asked().filter((line) => line !== "tools/list"),
    ends: async (operation: string, values: readonly JsonObject[]) => {
      const ends: string[] = [];
      for (const value of values) {
        const { outcome } = await opened.call(operation, value);
        ends.push("error" in outcome ? `${outcome.kind} ${outcome.error.code}` : outcome.kind);
      }
      return ends;
    },
  };
}

describe.each(TRANSPORTS)("schemas that are costly to check, over %s", (kind) => {
  test("T34: a pattern that backtracks for ever elsewhere decides at once", async () => {
    const patterns = ["^(a+)+$", "^(a|a)*$", "^(a*)*b$", "^([a-z]+)*\\d$", "^(.*a){20}$"];
    const properties = Object.fromEntries(
      patterns.map((pattern, index) => [`p${index}`, { type: "string", pattern }]),
    );
    const { ends, ran } = await hostOf(kind, [withSchema("a", schemaOf(properties))]);
    const bad = patterns.map((_, index) => ({ [`p${index}`]: `${"a".repeat(15)}!` }));
    const long = patterns.map((_, index) => ({ [`p${index}`]: `${"a".repeat(50_000)}!` }));
    expect(new Set(await ends("mcp.t.a", [...bad, ...long]))).toEqual(
      new Set(["refused invalid_arguments"]),
    );
    expect(await ends("mcp.t.a", [{ p0: "a".repeat(50_000) }])).toEqual(["completed"]);
    expect(ran()).toEqual(["a"]);
  });

  test.each([10, 14, 20])(
    "T35: a schema that asks for 2^%i checks of one value is rejected before anything compiles it, alone",
    async (levels) => {
      const $defs: Record<string, JsonValue> = { d0: { type: "integer" } };
      for (let level = 1; level <= levels; level += 1) {
        const $ref = `#/$defs/d${level - 1}`;
        $defs[`d${level}`] = { anyOf: [{ $ref }, { $ref }] };
      }
      const bomb = schemaOf({ q: { $ref: `#/$defs/d${levels}` } }, { $defs });
      const { host, ends, ran } = await hostOf(kind, [
        withSchema("a", bomb),
        withSchema("b", schemaOf({})),
      ]);
      expect(host.reports()[0]?.rejected).toMatchObject([
        { remoteName: "a", code: "invalid_schema" },
      ]);
      expect(await ends("mcp.t.a", [{ q: 1 }])).toEqual(["refused invalid_schema"]);
      expect(await ends("mcp.t.b", [{}])).toEqual(["completed"]);
      expect(ran()).toEqual(["b"]);
    },
  );
});

describe.each(TRANSPORTS)("what a call's arguments may reach, over %s", (kind) => {
  const BY_QUERY = policy(
    "a",
    "data_write",
    "low",
    '[{ kind = "scoped_argument", family = "pages", field = "q", access = "write" }]',
  );

  test("T48: without the argument that its footprint selects by, a call is not sent; a list selects by all of its texts", async () => {
    const one = withSchema("a", schemaOf({ q: TEXT }));
    const many = withSchema("b", schemaOf({ q: { type: "array", items: TEXT } }));
    const policies = BY_QUERY + BY_QUERY.replace('"a"', '"b"');
    const { ends, ran, host } = await hostOf(kind, [one, many], { policies });
    expect(host.offered()).toHaveLength(2);
    expect(await ends("mcp.t.a", [{}, { q: null }, { q: 7 }, { q: ["x"] }])).toEqual([
      "refused footprint_unresolved",
      "refused invalid_arguments",
      "refused invalid_arguments",
      "refused invalid_arguments",
    ]);
    expect(await ends("mcp.t.b", [{ q: [] }, { q: ["x", 7] }, { q: ["x", "y"] }])).toEqual([
      "refused footprint_unresolved",
      "refused invalid_arguments",
      "completed",
    ]);
    expect(ran()).toEqual(["b"]);
  });

  test("T55: a directory's name is no prefix: what lies beside it is out of scope, and nothing is sent", async () => {
    const policies = `${policy("a", "read_file", "low", '[{ kind = "path_argument", field = "path", access = "read" }]')}
proposal_bindings = [{ kind = "path", field = "path" }]
`;
    const { ends, ran } = await hostOf(kind, [withSchema("a", schemaOf({ path: TEXT }))], {
      policies,
      grant: { ...AGENT_GRANT, paths: [{ provider: null, path: "/proj" }] },
    });
    const outside = ["/proj-evil/x", "/projx", "/proj/../proj-evil", "/PROJ/x", "/", "/proj.d"];
    expect(
      await ends(
        "mcp.t.a",
        outside.map((path) => ({ path })),
      ),
    ).toEqual(outside.map(() => "refused path_out_of_scope"));
    expect(await ends("mcp.t.a", [{ path: "/proj" }, { path: "/proj/a" }])).toEqual([
      "completed",
      "completed",
    ]);
    expect(ran()).toEqual(["a", "a"]);
  });

  test("T54: a chat calls nothing that writes and nothing above medium, whatever the policy says; nothing is sent", async () => {
    const policies = [
      policy("a", "data_write", "none", '[{ kind = "opaque_workspace" }]'),
      policy("b", "search", "high"),
      policy("c", "search", "medium"),
    ].join("");
    const tools = ["a", "b", "c"].map((name) => withSchema(name, schemaOf({})));
    const { ends, ran, host } = await hostOf(kind, tools, { policies, grant: CHAT_GRANT });
    expect(host.offered().map(({ operation }) => operation)).toEqual(["mcp.t.c"]);
    expect(await ends("mcp.t.a", [{}])).toEqual(["refused effect_not_granted"]);
    expect(await ends("mcp.t.b", [{}])).toEqual(["refused risk_above_ceiling"]);
    expect(await ends("mcp.t.c", [{}])).toEqual(["completed"]);
    expect(ran()).toEqual(["c"]);
  });

  test("T46: what a tool says of its harmlessness decides nothing", async () => {
    const hints = [true, false].flatMap((said) => [
      { readOnlyHint: said, destructiveHint: !said },
      { readOnlyHint: said, idempotentHint: said, openWorldHint: said },
    ]);
    const decisions: string[] = [];
    for (const annotations of [{}, ...hints]) {
      const { call } = await hostOf(kind, [{ ...withSchema("a", schemaOf({})), annotations }], {
        policies: policy("a", "data_write", "high", '[{ kind = "opaque_workspace" }]'),
      });
      const { decision } = await call("mcp.t.a");
      decisions.push(JSON.stringify(decision).replaceAll(/sha256:[0-9a-f]{64}/g, "sha256:…"));
    }
    expect(decisions[0]).toContain("nobody_to_ask");
    expect(new Set(decisions).size).toBe(1);
  });
});
