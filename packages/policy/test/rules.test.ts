import type { JsonObject } from "@perspt/json";
import { CHAT_CEILING } from "@perspt/kernel";
import type { RejectionCode, ToolPolicy } from "@perspt/policy";
import { REJECTION_CODES, toolDigest } from "@perspt/policy";
import { describe, expect, test } from "vitest";
import {
  codesOf,
  decisionsOn,
  rejectionOf,
  SEARCH_POLICY,
  SEARCH_SCHEMA,
  searchUnder,
  tool,
} from "./catalog.js";

describe("the thirteen rules", () => {
  /** A listing and policy that break one rule; all together they show the order. */
  const network = { transport: "streamable_http" } as const;
  const broken: readonly (readonly [RejectionCode, Parameters<typeof decisionsOn>[0]])[] = [
    ["reserved_name", { tools: [tool("_perspt_prompt_get")] }],
    ["reserved_name", { tools: [tool("_perspt_ x\u200b")] }],
    ["invalid_name", { tools: [tool("")] }],
    ["invalid_name", { tools: [tool("a b")] }],
    ["invalid_name", { tools: [tool("sea\u0440ch")] }],
    ["invalid_name", { tools: [tool("search\u200b")] }],
    ["invalid_name", { tools: [tool("search\r\n")] }],
    ["invalid_name", { tools: [tool("a".repeat(129))] }],
    ["undeclared_tool", { tools: [tool("Search")] }],
    ["undeclared_tool", { tools: [tool("constructor")] }],
    ["undeclared_tool", { tools: [tool("__proto__")] }],
    ["opaque_shell", withPolicy({ effect: null })],
    ["opaque_shell", withPolicy({ footprint: null })],
    ["invalid_schema", { tools: [tool("search", { inputSchema: null })] }],
    ["invalid_schema", { tools: [tool("search", { inputSchema: {} })] }],
    ["invalid_schema", { tools: [tool("search", { inputSchema: { type: "string" } })] }],
    ["invalid_schema", { tools: [{ name: "search", definition: { name: "search" } }] }],
    ["invalid_schema", withSchema({ properties: { query: { $ref: "https://evil.test/s" } } })],
    ["invalid_schema", withSchema({ $schema: "http://json-schema.org/draft-04/schema#" })],
    [
      "invalid_schema",
      { tools: [tool("search", { outputSchema: { $ref: "file:///etc/passwd" } })] },
    ],
    ["invalid_schema", { tools: [tool("search", { outputSchema: null })] }],
    ["invalid_schema", { tools: [tool("search", { description: "\ud800" })] }],
    ["unknown_footprint_field", withSchema({ properties: {} })],
    [
      "unknown_footprint_field",
      withSchema({ properties: { query: { type: ["string", "null"] } } }),
    ],
    ["unknown_footprint_field", withSchema({ properties: { query: { type: "integer" } } })],
    [
      "unknown_footprint_field",
      withSchema({ properties: {}, anyOf: [{ properties: { query: { type: "string" } } }] }),
    ],
    ["invalid_binding", withBinding({ kind: "path", field: "file" })],
    ["invalid_binding", withBinding({ kind: "path", field: "paths" })],
    ["invalid_binding", withBinding({ kind: "url", field: "paths" })],
    ["invalid_binding", withBinding({ kind: "command", field: "limit" })],
    ["invalid_binding", withBinding({ kind: "multi_value", field: "query", target: "path" })],
    ["incoherent_footprint", withPolicy({ effect: "data_write" })],
    ["incoherent_footprint", withPolicy({ effect: "run_shell", footprint: { selectors: [] } })],
    [
      "incoherent_footprint",
      withPolicy({ footprint: { selectors: [{ kind: "opaque_workspace" }] } }),
    ],
    [
      "incoherent_footprint",
      withPolicy({
        footprint: { selectors: [{ kind: "literal", resource: "r", access: "write" }] },
      }),
    ],
    ["effect_not_granted", { ...withPolicy({ effect: "network_fetch" }), ceiling: CHAT_CEILING }],
    ["effect_not_granted", withPolicy({ effect: "tool_program" })],
    ["effect_not_granted", { ...withPolicy({ effect: "tool_program" }), ceiling: CHAT_CEILING }],
    ["risk_above_ceiling", withPolicy({ risk: "critical" })],
    ["risk_above_ceiling", { ...withPolicy({ risk: "high" }), ceiling: CHAT_CEILING }],
    [
      "invalid_parameter_header",
      {
        ...network,
        ...withSchema({ properties: { query: { type: "string", "x-mcp-header": "a b" } } }),
      },
    ],
    ["definition_changed", withPolicy({ pin: `sha256:${"0".repeat(64)}` })],
  ];

  function withPolicy(policy: Partial<ToolPolicy>) {
    return { policies: new Map([["search", { ...SEARCH_POLICY, ...policy }]]) };
  }

  function withSchema(members: JsonObject) {
    return { tools: [tool("search", { inputSchema: { ...SEARCH_SCHEMA, ...members } })] };
  }

  function withBinding(binding: ToolPolicy["proposalBindings"][number]) {
    return withPolicy({ proposalBindings: [binding] });
  }

  test.each(broken.map(([code, changes], index) => ({ code, changes, index })))(
    "reject with $code (case $index)",
    ({ code, changes }) => {
      expect(codesOf(changes)).toEqual([code]);
      const { reason, hint } = rejectionOf(decisionsOn(changes)[0]);
      expect(reason).toMatch(/^[A-Z].*\.$/);
      expect(reason.length).toBeLessThan(500);
      expect(hint).not.toBe("");
    },
  );

  test("leave none of the codes without a case", () => {
    const covered = new Set<RejectionCode>([...broken.map(([code]) => code), "duplicate_name"]);
    expect(covered).toEqual(new Set(REJECTION_CODES));
  });

  test("name the first that fails: a tool that breaks every one, repaired rule by rule", () => {
    const bad: Record<
      string,
      { name: string; policy: ToolPolicy | null; inputSchema: JsonObject }
    > = {};
    const property: JsonObject = { type: "string", "x-mcp-header": "" };
    const everyFault: ToolPolicy = {
      effect: null,
      risk: "critical",
      footprint: { selectors: [{ kind: "path_argument", field: "gone", access: "read" }] },
      proposalBindings: [{ kind: "path", field: "gone" }],
      pin: `sha256:${"0".repeat(64)}`,
    };
    const schema: JsonObject = { type: "object", properties: { a: property } };
    const declared = { ...everyFault, effect: "update_policy" } as const;
    const known = {
      ...declared,
      footprint: { selectors: [{ kind: "path_argument", field: "a", access: "read" }] },
    } as const;
    const bound = { ...known, proposalBindings: [{ kind: "path", field: "a" }] } as const;
    const coherent = {
      ...bound,
      footprint: { selectors: [{ kind: "path_argument", field: "a", access: "write" }] },
    } as const;
    const granted = { ...coherent, effect: "data_write" } as const;
    const low = { ...granted, risk: "low" } as const;
    bad["reserved_name"] = { name: "_perspt_ ", policy: everyFault, inputSchema: {} };
    bad["invalid_name"] = { name: "x ", policy: everyFault, inputSchema: {} };
    bad["duplicate_name"] = { name: "x", policy: everyFault, inputSchema: {} };
    bad["undeclared_tool"] = { name: "x", policy: null, inputSchema: {} };
    bad["opaque_shell"] = { name: "x", policy: everyFault, inputSchema: {} };
    bad["invalid_schema"] = { name: "x", policy: declared, inputSchema: {} };
    bad["unknown_footprint_field"] = { name: "x", policy: declared, inputSchema: schema };
    bad["invalid_binding"] = { name: "x", policy: known, inputSchema: schema };
    bad["incoherent_footprint"] = { name: "x", policy: bound, inputSchema: schema };
    bad["effect_not_granted"] = { name: "x", policy: coherent, inputSchema: schema };
    bad["risk_above_ceiling"] = { name: "x", policy: granted, inputSchema: schema };
    bad["invalid_parameter_header"] = { name: "x", policy: low, inputSchema: schema };
    bad["definition_changed"] = {
      name: "x",
      policy: low,
      inputSchema: { type: "object", properties: { a: { type: "string" } } },
    };
    const decided = Object.entries(bad).map(([code, { name, policy, inputSchema }]) => {
      const one = tool(name, { inputSchema });
      return codesOf({
        ...network,
        policies: new Map(policy === null ? [] : [[name, policy]]),
        // From the fourth rule on the name is listed once.
        tools: ["reserved_name", "invalid_name", "duplicate_name"].includes(code)
          ? [one, one]
          : [one],
      })[0];
    });
    expect(Object.keys(bad)).toEqual([...REJECTION_CODES]);
    expect(decided).toEqual([...REJECTION_CODES]);
  });

  test("reject both of two tools with one name, and nothing else (T45)", () => {
    const policies = new Map([
      ["search", SEARCH_POLICY],
      ["find", SEARCH_POLICY],
    ]);
    const tools = [tool("search"), tool("find"), tool("search")];
    expect(codesOf({ policies, tools })).toEqual(["duplicate_name", "admitted", "duplicate_name"]);
  });

  test("see HTTP headers only over HTTP (H7)", () => {
    const changes = withSchema({ properties: { query: { type: "string", "x-mcp-header": "" } } });
    expect(codesOf(changes)).toEqual(["admitted"]);
  });

  test("admit a definition under its own pin, and no other (T42)", () => {
    const pin = toolDigest(tool("search").definition);
    expect(searchUnder({ pin }).kind).toBe("admitted");
    const changed = searchUnder({ pin }, { tools: [tool("search", { description: "." })] });
    expect(rejectionOf(changed).code).toBe("definition_changed");
  });

  test("a rejected neighbour rejects nothing but itself, whatever it is", () => {
    for (const [, changes] of broken) {
      const tools = [...(changes.tools ?? [tool("search")]), tool("other")];
      const policies = new Map([
        ...(changes.policies ?? new Map([["search", SEARCH_POLICY]])),
        ["other", SEARCH_POLICY] as const,
      ]);
      expect(codesOf({ ...changes, tools, policies }).at(-1)).toBe("admitted");
    }
  });
});
