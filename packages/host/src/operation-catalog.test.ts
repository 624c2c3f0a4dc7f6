import { digestBytes } from "@perspt/json";
import { describe, expect, test } from "vitest";
import { type CatalogEntry, OperationCatalog } from "./operation-catalog.js";

const entry = (operation: string, provider: string, epoch = 1): CatalogEntry => {
  const digest = digestBytes(operation);
  const policy = {
    effect: "search",
    risk: "low",
    footprint: { selectors: [] },
    bindings: [],
  } as const;
  return {
    argumentProblem: () => null,
    listing: {
      operation,
      remoteName: operation,
      alias: operation.replaceAll(".", "__"),
      source: "tool",
      digest,
      rule: "policy",
      ...policy,
    },
    bound: {
      definition: { operation, description: "", inputSchema: {}, digest },
      policy,
      provider,
      binding: { epoch, endpointIdentity: digest, policyDigest: digest, toolDigest: digest },
      root: null,
      execution: {
        kind: "in_process",
        run: async () => ({ kind: "completed", mayHaveRun: true, result: {} }),
      },
    },
  };
};

describe("the catalog", () => {
  test("an operation is found by its name and by its alias", () => {
    const catalog = new OperationCatalog(["docs", "a", "b"]);
    catalog.replace("docs", [entry("mcp.docs.search", "docs")], []);
    expect(catalog.find("mcp.docs.search").kind).toBe("found");
    expect(catalog.find("mcp__docs__search").kind).toBe("found");
    expect(catalog.find("mcp.docs.other").kind).toBe("unknown");
  });

  test("T43: what a provider no longer lists is unbound at once", () => {
    const catalog = new OperationCatalog(["docs", "a", "b"]);
    catalog.replace("docs", [entry("mcp.docs.a", "docs"), entry("mcp.docs.b", "docs")], []);
    catalog.replace("docs", [entry("mcp.docs.b", "docs", 2)], []);
    expect(catalog.currentBinding("mcp.docs.a")).toBeNull();
    expect(catalog.find("mcp__docs__a").kind).toBe("unbound");
    expect(catalog.find("mcp.docs.a").kind).toBe("unbound");
    expect(catalog.currentBinding("mcp.docs.b")?.epoch).toBe(2);
  });

  test("T44: one provider's catalog never touches another's", () => {
    const catalog = new OperationCatalog(["docs", "a", "b"]);
    catalog.replace("a", [entry("mcp.a.search", "a")], []);
    catalog.replace("b", [entry("mcp.b.search", "b")], []);
    catalog.replace("b", [], []);
    expect(catalog.find("mcp.a.search").kind).toBe("found");
  });

  test("T15: is told in the order of its providers, whichever was bound first or bound again", () => {
    const catalog = new OperationCatalog(["a", "b"]);
    const told = () => catalog.entries().map(({ listing }) => listing.operation);
    catalog.replace("b", [entry("mcp.b.z", "b"), entry("mcp.b.y", "b")], []);
    catalog.replace("a", [entry("mcp.a.x", "a")], []);
    expect(told()).toEqual(["mcp.a.x", "mcp.b.z", "mcp.b.y"]);
    catalog.replace("a", [entry("mcp.a.x", "a", 2), entry("mcp.a.w", "a", 2)], []);
    expect(told()).toEqual(["mcp.a.x", "mcp.a.w", "mcp.b.z", "mcp.b.y"]);
  });

  test("a rejected tool's name tells why it cannot be called", () => {
    const tool = {
      remoteName: "shell",
      code: "undeclared_tool",
      reason: "No.",
      hint: "x",
    } as const;
    const catalog = new OperationCatalog(["docs", "a", "b"]);
    catalog.replace("docs", [], [tool]);
    expect(catalog.find("mcp.docs.shell")).toEqual({ kind: "rejected", server: "docs", tool });
  });

  test.each(["__proto__", "constructor", "toString"])("T33: the name %s finds nothing", (name) => {
    expect(new OperationCatalog(["docs", "a", "b"]).find(name).kind).toBe("unknown");
  });
});
