import {
  agentCeiling,
  CHAT_CEILING,
  EFFECT_KINDS,
  type FootprintSelector,
  type ProposalBinding,
  RISK_CLASSES,
} from "@perspt/kernel";
import { admitCatalog, policyTable, REJECTION_CODES, type ToolPolicy } from "@perspt/policy";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseConfig } from "../src/index.js";

const SERVER = '[[external_tools]]\nid = "docs"\ntransport = "stdio"\ncommand = ["docs"]\n';

const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 });
const access = fc.constantFrom("read" as const, "write" as const);

const selector: fc.Arbitrary<FootprintSelector> = fc.oneof(
  fc.record({ kind: fc.constant("literal" as const), resource: word, access }),
  fc.record({ kind: fc.constant("path_argument" as const), field: word, access }),
  fc.record({ kind: fc.constant("parent_manifest_of" as const), field: word, access }),
  fc.record({ kind: fc.constant("scoped_argument" as const), family: word, field: word, access }),
  fc.record({ kind: fc.constantFrom("provider_rate_limit" as const, "opaque_workspace" as const) }),
);

const binding: fc.Arbitrary<ProposalBinding> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("path" as const, "command" as const, "url" as const),
    field: word,
  }),
  fc.record({
    kind: fc.constant("multi_value" as const),
    field: word,
    target: fc.constantFrom("path" as const, "command" as const, "url" as const),
  }),
);

const policy: fc.Arbitrary<ToolPolicy> = fc.record({
  effect: fc.option(fc.constantFrom(...EFFECT_KINDS)),
  risk: fc.constantFrom(...RISK_CLASSES),
  footprint: fc.option(fc.array(selector, { maxLength: 3 }).map((selectors) => ({ selectors }))),
  proposalBindings: fc.array(binding, { maxLength: 3 }),
  pin: fc.option(
    fc
      .string({ unit: fc.constantFrom("0", "9", "a", "f"), minLength: 64, maxLength: 64 })
      .map((hex) => `sha256:${hex}`),
  ),
});

const toolName = fc
  .oneof(fc.constantFrom("search", "a.b", "toString", "-"), word)
  .filter((name) => !name.startsWith("_perspt_") && name !== "constructor" && name !== "__proto__");

describe("policies and their TOML", () => {
  test("every policy table that is written is read back as the same policy", () => {
    fc.assert(
      fc.property(toolName, policy, (name, written) => {
        const reading = parseConfig(`${SERVER}\n${policyTable(name, written)}\n`, "config.toml");
        if (reading.kind === "invalid") throw new Error(JSON.stringify(reading.problems));
        expect(reading.config.servers[0]?.policies).toEqual(new Map([[name, written]]));
      }),
    );
  });

  test("every hint of an admission loads when it is pasted under its server (report 16)", () => {
    const schema = fc.constantFrom(
      { type: "object", properties: { query: { type: "string" }, n: { type: "integer" } } },
      { type: "object" },
      { type: "string" },
      { type: "object", properties: { query: { type: "string", "x-mcp-header": "bad name" } } },
    );
    const seen = new Set<string>();
    const request = fc.record({
      name: fc.oneof(toolName, fc.constant("_perspt_x")),
      declared: fc.option(policy),
      inputSchema: schema,
      ceiling: fc.constantFrom(CHAT_CEILING, agentCeiling([])),
      transport: fc.constantFrom("stdio" as const, "streamable_http" as const),
    });
    fc.assert(
      fc.property(request, ({ name, declared, inputSchema, ceiling, transport }) => {
        const catalog = admitCatalog({
          server: "docs",
          transport,
          ceiling,
          policies: new Map(declared === null ? [] : [[name, declared]]),
          tools: [{ name, definition: { name, inputSchema } }],
          capabilities: { tools: {} },
        });
        const rejected = catalog.kind === "decided" ? catalog.rejected : [];
        for (const { code, hint } of rejected) {
          seen.add(code);
          const reading = parseConfig(`${SERVER}\n${hint}\n`, "config.toml");
          expect(reading.kind, hint).toBe("valid");
        }
      }),
      { numRuns: 500 },
    );
    expect(seen.size).toBeGreaterThan(REJECTION_CODES.length / 2);
  });
});
