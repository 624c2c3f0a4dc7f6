import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ALIAS_LIMIT, aliasOf } from "./alias.js";
import { operationName, parseOperationName } from "./operation-name.js";
import { isServerId, serverIdKey } from "./server-id.js";

describe("model-facing aliases", () => {
  test("are readable wherever that is safe", () => {
    expect(aliasOf("docs", "search")).toBe("mcp__docs__search");
    expect(aliasOf("my-docs_2", "Get-Page__now")).toBe("mcp__my-docs_2__Get-Page__now");
    expect(aliasOf("docs", "_perspt_resources_list")).toBe("mcp__docs___perspt_resources_list");
  });

  test("end in a digest where a name must be changed, is too long, or could be read as another's", () => {
    expect(aliasOf("docs", "a.b")).toMatch(/^mcp__docs__a_b_[0-9a-f]{20}$/);
    expect(aliasOf("docs", "x".repeat(128))).toMatch(/^mcp__docs__x{32}_[0-9a-f]{20}$/);
    expect(aliasOf("a__b", "c")).toMatch(/^mcp__a__b__c_[0-9a-f]{20}$/);
    expect(aliasOf("a_", "b")).toMatch(/^mcp__a___b_[0-9a-f]{20}$/);
    const imitated = aliasOf("docs", "a.b").slice("mcp__docs__".length);
    expect(aliasOf("docs", imitated)).not.toBe(aliasOf("docs", "a.b"));
  });

  test("are provider-safe, deterministic, and one for each operation (T44, T45)", () => {
    const id = fc.stringMatching(/^[ab][ab_]{0,5}$/);
    const longId = fc.stringMatching(/^[a-z0-9][A-Za-z0-9_-]{0,31}$/);
    const name = fc.oneof(
      fc.stringMatching(/^[ab_.]{1,6}$/),
      fc.stringMatching(/^[A-Za-z0-9_.-]{1,128}$/),
      fc.tuple(id, fc.stringMatching(/^[ab_.]{1,4}$/)).map(([a, b]) => aliasOf(a, b).slice(5)),
    );
    const operation = fc.tuple(fc.oneof(id, longId), name);
    const owners = new Map<string, string>();
    fc.assert(
      fc.property(operation, ([server, remoteName]) => {
        const alias = aliasOf(server, remoteName);
        expect(alias).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(aliasOf(server, remoteName)).toBe(alias);
        const owner = owners.get(alias) ?? operationName(server, remoteName);
        expect(owner).toBe(operationName(server, remoteName));
        owners.set(alias, owner);
      }),
      { numRuns: 10_000 },
    );
    expect(owners.size).toBeGreaterThan(5_000);
  });

  test("of exactly 64 characters stay as they are", () => {
    const name = "x".repeat(64 - "mcp__docs__".length);
    expect(aliasOf("docs", name)).toBe(`mcp__docs__${name}`);
    expect(aliasOf("docs", `${name}x`)).toMatch(/^mcp__docs__x{32}_[0-9a-f]{20}$/);
  });

  test("fit with the longest id", () => {
    expect(aliasOf("i".repeat(32), "name.with.dots")).toHaveLength(ALIAS_LIMIT);
  });
});

describe("operation names", () => {
  test("split in one way: an id holds no dot, a remote name may (T44, T1)", () => {
    expect(parseOperationName(operationName("a", "b.c"))).toEqual({
      server: "a",
      remoteName: "b.c",
    });
    expect(isServerId("a.b")).toBe(false);
  });

  test.each([
    "",
    "mcp",
    "mcp.docs",
    "mcp.docs.",
    "local.docs.x",
    "mcp..x",
    "mcp.-a.x",
    "mcp.docs.x y",
    "mcp.docs.\u0430",
  ])("%j names no remote operation", (text) => {
    expect(parseOperationName(text)).toBeNull();
  });

  test("ids are 1 to 32 safe characters, and the same whatever their case", () => {
    const valid = ["a", "0", "A-b_9", "x".repeat(32)];
    expect(valid.every(isServerId)).toBe(true);
    const invalid = ["", "-a", "_a", "a.b", "a b", "é", "x".repeat(33), "a\n"];
    expect(invalid.some(isServerId)).toBe(false);
    expect(["Docs", "DOCS", "docs"].map(serverIdKey)).toEqual(["docs", "docs", "docs"]);
  });
});
