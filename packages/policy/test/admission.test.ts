import { type JsonObject, type JsonValue, parseStrict } from "@perspt/json";
import {
  agentCeiling,
  CHAT_CEILING,
  EFFECT_KINDS,
  isReservedEffect,
  RISK_CLASSES,
} from "@perspt/kernel";
import type { ToolPolicy } from "@perspt/policy";
import { admitCatalog, MAX_TOOLS, toolDigest } from "@perspt/policy";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  codesOf,
  decisionsOn,
  operationOf,
  rejectionOf,
  request,
  SEARCH_POLICY,
  SEARCH_SCHEMA,
  searchUnder,
  tool,
} from "./catalog.js";

describe("an admitted tool", () => {
  test("becomes an operation with the user's classification, its alias and its digest", () => {
    expect(operationOf(decisionsOn({})[0])).toEqual({
      operation: "mcp.docs.search",
      remoteName: "search",
      alias: "mcp__docs__search",
      source: "tool",
      effect: "search",
      risk: "low",
      footprint: SEARCH_POLICY.footprint,
      bindings: [],
      digest: toolDigest(tool("search").definition),
      rule: "policy",
    });
  });

  test("may select by a field behind $ref, $defs and allOf, required or not (T47, report 8)", () => {
    const inputSchema: JsonObject = {
      type: "object",
      $defs: { q: { type: "string" }, all: { properties: { query: { $ref: "#/$defs/q" } } } },
      allOf: [{ $ref: "#/$defs/all" }],
    };
    expect(codesOf({ tools: [tool("search", { inputSchema })] })).toEqual(["admitted"]);
  });

  test("may select by a list of text", () => {
    const footprint = {
      selectors: [{ kind: "path_argument", field: "paths", access: "read" }],
    } as const;
    expect(searchUnder({ footprint }).kind).toBe("admitted");
  });

  test("may use any keyword of 2020-12, and draft-07 where it says so (T2)", () => {
    for (const more of [
      { $schema: "http://json-schema.org/draft-07/schema#", definitions: {} },
      { $schema: "https://json-schema.org/draft/2020-12/schema", unevaluatedProperties: false },
      { dependentSchemas: { a: { required: ["b"] } }, "x-vendor": 1 },
    ]) {
      const inputSchema = { ...SEARCH_SCHEMA, ...more };
      expect(codesOf({ tools: [tool("search", { inputSchema })] })).toEqual(["admitted"]);
    }
  });
});

describe("ceilings", () => {
  const coherent = (effect: ToolPolicy["effect"]): ToolPolicy["footprint"] =>
    effect !== null && CHAT_CEILING.effects.includes(effect)
      ? { selectors: [] }
      : { selectors: [{ kind: "opaque_workspace" }] };

  test("chat admits exactly the read-only effects up to medium: all effects and risks (T54)", () => {
    for (const effect of EFFECT_KINDS) {
      for (const risk of RISK_CLASSES) {
        const { kind } = searchUnder(
          { effect, risk, footprint: coherent(effect) },
          { ceiling: CHAT_CEILING },
        );
        const expected =
          CHAT_CEILING.effects.includes(effect) &&
          !isReservedEffect(effect) &&
          ["none", "low", "medium"].includes(risk);
        expect(`${effect} ${risk} ${kind}`).toBe(
          `${effect} ${risk} ${expected ? "admitted" : "rejected"}`,
        );
      }
    }
  });

  test("the agent admits every effect that is not reserved, and critical where it is named", () => {
    for (const effect of EFFECT_KINDS) {
      for (const risk of RISK_CLASSES) {
        const { kind } = searchUnder(
          { effect, risk, footprint: coherent(effect) },
          { ceiling: agentCeiling(["run_shell"]) },
        );
        const expected =
          !isReservedEffect(effect) && (risk !== "critical" || effect === "run_shell");
        expect(`${effect} ${risk} ${kind}`).toBe(
          `${effect} ${risk} ${expected ? "admitted" : "rejected"}`,
        );
      }
    }
  });
});

describe("a whole catalog", () => {
  test("gets one decision per listed tool, in the server's order, whatever the tools are (S5)", () => {
    const names = fc.constantFrom("search", "find", "_perspt_x", "a b", "constructor", "");
    const schemas = fc.oneof(
      fc.constant(SEARCH_SCHEMA),
      fc.jsonValue(),
      fc.constant({ type: "object" }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(names, schemas), { maxLength: 12 }), (listed) => {
        const tools = listed.map(([name, inputSchema]) =>
          tool(name, { inputSchema: jsonOf(inputSchema) }),
        );
        const admission = admitCatalog(request({ tools }));
        if (admission.kind === "refused") throw new Error(admission.message);
        const decided = admission.decisions.map((each) =>
          each.kind === "admitted" ? each.operation.remoteName : each.tool.remoteName,
        );
        expect(decided).toEqual(tools.map(({ name }) => name));
        expect(admission.admitted.length + admission.rejected.length).toBe(tools.length);
        expect(JSON.stringify(admitCatalog(request({ tools })))).toBe(JSON.stringify(admission));
      }),
    );
  });

  test("is decided alike whatever the server's annotations say (T46, T10)", () => {
    const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];
    const decided = [{}, ...hints.flatMap((hint) => [{ [hint]: true }, { [hint]: false }])].map(
      (annotations) => {
        const { digest: _, ...rest } = operationOf(
          decisionsOn({ tools: [tool("search", { annotations })] })[0],
        );
        return JSON.stringify(rest);
      },
    );
    expect(new Set(decided).size).toBe(1);
    const lying = tool("shell", { annotations: { readOnlyHint: true } });
    expect(codesOf({ tools: [lying] })).toEqual(["undeclared_tool"]);
  });

  test("tells the policies whose tool the server does not list", () => {
    const policies = new Map([
      ["gone", SEARCH_POLICY],
      ["search", SEARCH_POLICY],
      ["constructor", SEARCH_POLICY],
    ]);
    const admission = admitCatalog(request({ policies }));
    expect(admission.kind === "decided" && admission.unusedPolicies).toEqual([
      "gone",
      "constructor",
    ]);
  });

  test("of 512 tools is decided, and of 513 refused whole (T37)", () => {
    const tools = Array.from({ length: MAX_TOOLS + 1 }, (_, index) => tool(`t${index}`));
    expect(codesOf({ tools: tools.slice(0, MAX_TOOLS) })).toHaveLength(MAX_TOOLS);
    expect(admitCatalog(request({ tools }))).toEqual({
      kind: "refused",
      code: "catalog_too_large",
      message: "Expected at most 512 tools; the server lists 513.",
      hint: "The server has to list fewer or smaller tools; nothing of an oversize list is admitted.",
    });
  });

  test("of 4 MiB is decided, and one byte more is refused whole (T37)", () => {
    const empty = Buffer.byteLength(JSON.stringify(tool("search", { description: "" }).definition));
    const filled = (bytes: number) =>
      tool("search", { description: "é".repeat((bytes - empty) / 2) });
    const half = 2 * 1024 * 1024;
    const even = half - ((half - empty) % 2);
    const rest = 2 * half - even;
    expect(codesOf({ tools: [filled(even), filled(rest)] })).toHaveLength(2);
    expect(admitCatalog(request({ tools: [filled(even), filled(rest + 2)] }))).toEqual({
      kind: "refused",
      code: "catalog_too_large",
      message: "Expected a tool list of at most 4194304 bytes; it has more.",
      hint: "The server has to list fewer or smaller tools; nothing of an oversize list is admitted.",
    });
  });

  test("with a definition that nests too deep for anything is decided all the same (T29)", () => {
    let deep: JsonObject = {};
    for (let level = 0; level < 200_000; level += 1) deep = { a: deep };
    const tools = [tool("search", { annotations: deep }), tool("find", { inputSchema: deep })];
    const policies = new Map([
      ["search", SEARCH_POLICY],
      ["find", SEARCH_POLICY],
    ]);
    expect(codesOf({ tools, policies })).toEqual(["invalid_schema", "invalid_schema"]);
  });

  test("repeats a server's words only quoted, escaped and bounded (T56, T58)", () => {
    const name = `\u001b]0;x\u0007\u202e${"a".repeat(5_000)}`;
    const { remoteName, reason, hint } = rejectionOf(decisionsOn({ tools: [tool(name)] })[0]);
    expect(remoteName).toBe(name);
    expect(reason + hint).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(reason.length).toBeLessThan(300);
    const inputSchema = { type: "object", [`\u202ex`]: 1, properties: { "\u202e": { type: 7 } } };
    const schema = rejectionOf(decisionsOn({ tools: [tool("search", { inputSchema })] })[0]);
    expect(schema.reason).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(schema.code).toBe("invalid_schema");
  });
});

/** A generated value as our JSON values are; null for one that the wire would not let in. */
function jsonOf(value: unknown): JsonValue {
  const parsed = parseStrict(JSON.stringify(value));
  return parsed.kind === "parsed" ? parsed.value : null;
}
