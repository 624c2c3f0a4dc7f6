import { isJsonObject, type JsonObject } from "@perspt/json";
import type { FootprintSelector, ProposalBinding } from "@perspt/kernel";
import { agentCeiling, CHAT_CEILING, EFFECT_KINDS, RISK_CLASSES } from "@perspt/kernel";
import type { CatalogRequest, RejectionCode, ToolPolicy } from "@perspt/policy";
import { policyTable, tomlString } from "@perspt/policy";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { decisionsOn, rejectionOf, SEARCH_POLICY, SEARCH_SCHEMA, tool } from "./catalog.js";

const HEADER = '[[external_tools]]\nid = "docs"\n\n';

/** Pastes a hint under its server and loads the file, as a person would. */
function paste(hint: string): JsonObject {
  const parsed: unknown = JSON.parse(JSON.stringify(parse(`${HEADER}${hint}\n`)));
  if (!isJsonObject(parsed)) throw new Error("no document");
  return parsed;
}

function member(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== "object" || current === null) return undefined;
    const members: readonly [string, unknown][] = Object.entries(current);
    current = new Map(members).get(step);
  }
  return current;
}

/** Reads a table back into a policy; what the table does not hold is a failure of the test. */
function policyIn(document: JsonObject, name: string): ToolPolicy | null {
  const table = member(document, "external_tools", "0", "tools", name);
  if (table === undefined) return null;
  const selectors = member(table, "footprint", "selectors");
  const bindings = member(table, "proposal_bindings");
  const pin = member(table, "pin");
  const effect = EFFECT_KINDS.find((word) => word === member(table, "effect"));
  const risk = RISK_CLASSES.find((word) => word === member(table, "risk"));
  if (effect === undefined || risk === undefined || !Array.isArray(selectors)) {
    throw new Error("incomplete table");
  }
  return {
    effect,
    risk,
    footprint: { selectors: selectors as unknown as readonly FootprintSelector[] },
    proposalBindings: (bindings ?? []) as unknown as readonly ProposalBinding[],
    pin: typeof pin === "string" ? pin : null,
  };
}

interface Case {
  readonly name: string;
  readonly code: RejectionCode;
  readonly policy?: Partial<ToolPolicy> | null;
  readonly changes?: Partial<CatalogRequest>;
}

const chat = { ceiling: CHAT_CEILING };
const path = (field: string, access: "read" | "write"): FootprintSelector => ({
  kind: "path_argument",
  field,
  access,
});

/** Rejections that a policy can change; the hint is the whole table. */
const REPAIRABLE: readonly Case[] = [
  { name: "an undeclared tool of the agent", code: "undeclared_tool", policy: null },
  { name: "an undeclared tool of chat", code: "undeclared_tool", policy: null, changes: chat },
  { name: "no effect", code: "opaque_shell", policy: { effect: null, footprint: null } },
  {
    name: "no effect in chat",
    code: "opaque_shell",
    policy: { effect: null, footprint: null },
    changes: chat,
  },
  { name: "no footprint of a reader", code: "opaque_shell", policy: { footprint: null } },
  {
    name: "no footprint of a writer",
    code: "opaque_shell",
    policy: { effect: "data_write", footprint: null },
  },
  {
    name: "a reading selector without its field",
    code: "unknown_footprint_field",
    policy: { footprint: { selectors: [path("gone", "read"), path("query", "read")] } },
  },
  {
    name: "a writing selector without its field",
    code: "unknown_footprint_field",
    policy: { effect: "data_write", footprint: { selectors: [path("gone", "write")] } },
  },
  {
    name: "one text bound as many",
    code: "invalid_binding",
    policy: { proposalBindings: [{ kind: "multi_value", field: "query", target: "url" }] },
  },
  {
    name: "many bound as one text",
    code: "invalid_binding",
    policy: {
      proposalBindings: [
        { kind: "command", field: "query" },
        { kind: "path", field: "paths" },
      ],
    },
  },
  {
    name: "a reader that writes",
    code: "incoherent_footprint",
    policy: { footprint: { selectors: [path("query", "write")] } },
  },
  {
    name: "a writer that writes nowhere",
    code: "incoherent_footprint",
    policy: { effect: "git_write" },
  },
  {
    name: "too much risk for chat",
    code: "risk_above_ceiling",
    policy: { risk: "critical" },
    changes: chat,
  },
  {
    name: "too much risk for a narrow agent",
    code: "risk_above_ceiling",
    policy: { risk: "high" },
    changes: { ceiling: { ...agentCeiling([]), riskCeiling: "low" } },
  },
  { name: "another pin", code: "definition_changed", policy: { pin: `sha256:${"0".repeat(64)}` } },
];

function decideUnder(policy: ToolPolicy | null, changes: Partial<CatalogRequest> = {}) {
  const policies = new Map(policy === null ? [] : [["search", policy]]);
  return decisionsOn({ policies, ...changes })[0];
}

describe("hints", () => {
  test.each(REPAIRABLE)(
    "of $code ($name) load when pasted, and admit the tool (report 16)",
    ({ code, policy, changes }) => {
      const before = policy === null ? null : { ...SEARCH_POLICY, ...policy };
      const rejection = rejectionOf(decideUnder(before, changes));
      expect(rejection.code).toBe(code);
      const repaired = policyIn(paste(rejection.hint), "search");
      expect(repaired).not.toBeNull();
      expect(decideUnder(repaired, changes)?.kind).toBe("admitted");
    },
  );

  test("of a critical effect name it under [agent], beside those that are there already", () => {
    const ceiling = agentCeiling(["git_write"]);
    const { hint } = rejectionOf(decideUnder({ ...SEARCH_POLICY, risk: "critical" }, { ceiling }));
    expect(paste(hint)["agent"]).toEqual({ critical_effects: ["git_write", "search"] });
    const after = decideUnder(
      { ...SEARCH_POLICY, risk: "critical" },
      { ceiling: agentCeiling(["git_write", "search"]) },
    );
    expect(after?.kind).toBe("admitted");
  });

  test("where no configuration helps are comments: they load, and change nothing", () => {
    const header = {
      type: "object",
      properties: { query: { type: "string", "x-mcp-header": "" } },
    };
    const unknown = {
      ...SEARCH_POLICY,
      proposalBindings: [{ kind: "path", field: "gone" }],
    } as const;
    const hints = [
      rejectionOf(decisionsOn({ tools: [tool("_perspt_x\n[agent]")] })[0]),
      rejectionOf(decisionsOn({ tools: [tool("x\n[agent]")] })[0]),
      rejectionOf(decisionsOn({ tools: [tool("search"), tool("search")] })[0]),
      rejectionOf(decisionsOn({ tools: [tool("search", { inputSchema: {} })] })[0]),
      rejectionOf(decideUnder({ ...SEARCH_POLICY, effect: "tool_program" })),
      rejectionOf(decideUnder({ ...SEARCH_POLICY, effect: "ask_user" }, chat)),
      rejectionOf(decideUnder(unknown)),
      rejectionOf(
        decideUnder(SEARCH_POLICY, {
          transport: "streamable_http",
          tools: [tool("search", { inputSchema: header })],
        }),
      ),
    ].map(({ hint }) => hint);
    for (const hint of hints) expect(paste(hint)).toEqual({ external_tools: [{ id: "docs" }] });
  });

  test("name the arguments that can select, in a comment that a hostile name cannot leave", () => {
    const names = ["a\nb", "\u202e", "\u007f", "\u2028", '"', "x".repeat(500)];
    const properties = Object.fromEntries(
      [...names, "query"].map((name) => [name, { type: "string" }]),
    );
    const inputSchema = { ...SEARCH_SCHEMA, properties };
    const policy = { ...SEARCH_POLICY, footprint: { selectors: [path("gone", "read")] } };
    const { hint } = rejectionOf(decideUnder(policy, { tools: [tool("search", { inputSchema })] }));
    expect(hint).toContain('Arguments that can select: "a\\nb", ');
    expect(policyIn(paste(hint), "search")?.effect).toBe("search");
    expect(hint.length).toBeLessThan(1_500);
  });
});

describe("a policy as TOML", () => {
  test("reads back as the policy that it was, every kind of selector and binding", () => {
    const policy: ToolPolicy = {
      effect: "data_write",
      risk: "high",
      footprint: {
        selectors: [
          { kind: "literal", resource: 'a"\\\n\u0000\u007f\u0085\u202e\u2028🙂', access: "write" },
          path("file", "read"),
          { kind: "parent_manifest_of", field: "file", access: "write" },
          { kind: "scoped_argument", family: "f", field: "id", access: "read" },
          { kind: "provider_rate_limit" },
          { kind: "opaque_workspace" },
        ],
      },
      proposalBindings: [
        { kind: "path", field: "file" },
        { kind: "command", field: "run" },
        { kind: "url", field: "url" },
        { kind: "multi_value", field: "files", target: "path" },
      ],
      pin: `sha256:${"a".repeat(64)}`,
    };
    expect(policyIn(paste(policyTable("a.b-c_D", policy)), "a.b-c_D")).toEqual(policy);
  });

  test("has no place for half a character, and takes the replacement character for it", () => {
    expect(tomlString("a\ud800b")).toBe('"a\ufffdb"');
  });

  test("leaves out what the policy leaves out", () => {
    const policy = { ...SEARCH_POLICY, effect: null, footprint: null, risk: "high" } as const;
    expect(policyTable("x", policy)).toBe('[external_tools.tools."x"]\nrisk = "high"');
  });
});
