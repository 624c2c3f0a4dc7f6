import type { ServerReport } from "@perspt/host";
import { agentCeiling } from "@perspt/kernel";
import { describe, expect, test } from "vitest";
import { renderBlocks } from "../../output/render-blocks.js";
import { footprintText, type Inspection, inspectionBlocks } from "./inspection-blocks.js";

const GRANT: Inspection["grant"] = {
  version: 1,
  mode: "agent",
  ...agentCeiling([]),
  asksFrom: "high",
  paths: [],
  commands: [],
  hosts: [],
  providers: null,
  callBudget: 1,
  expiresAt: null,
};

const READY: ServerReport = {
  id: "docs",
  transport: "stdio",
  state: "ready",
  protocolVersion: "2026-07-28",
  supportedVersions: [],
  serverInfo: { name: "Docs\u001b[2J", version: "1.0" },
  capabilities: {},
  endpointIdentity: "sha256:e",
  policyDigest: "sha256:p",
  tools: [],
  admitted: [],
  rejected: [],
  unusedPolicies: [],
  diagnostics: [],
  stderrTail: "",
  error: null,
};

function shown(report: ServerReport, verbose = false): string {
  const blocks = inspectionBlocks([{ report, mode: "agent", grant: GRANT }], {
    verbose,
    file: "f",
  });
  return renderBlocks(blocks, { colour: false, width: null });
}

describe("a server's report for people", () => {
  test("of a ready one: what is admitted, with what it touches", () => {
    const report: ServerReport = {
      ...READY,
      admitted: [
        {
          operation: "mcp.docs.search",
          remoteName: "search",
          alias: "mcp__docs__search",
          source: "tool",
          effect: "search",
          risk: "low",
          footprint: {
            selectors: [
              { kind: "scoped_argument", family: "docs", field: "query", access: "read" },
            ],
          },
          bindings: [],
          digest: `sha256:${"0".repeat(64)}`,
          rule: "policy",
        },
      ],
    };
    expect(shown(report)).toBe(
      [
        "docs  ready  stdio · 2026-07-28 · Docs\\u001b[2J 1.0 · agent mode",
        "",
        "  Admitted (1)",
        "  operation        effect  risk  touches",
        "  mcp.docs.search  search  low   read docs by query",
        "",
      ].join("\n"),
    );
  });

  test("of a failed one: the error, what to do, and the end of its standard error", () => {
    const report: ServerReport = {
      ...READY,
      state: "failed",
      protocolVersion: null,
      supportedVersions: [],
      serverInfo: null,
      stderrTail: "fatal: \u0007no\n",
      error: { code: "server_exited", message: "The server ended.", hint: "Look at its words." },
    };
    expect(shown(report)).toBe(
      [
        "docs  failed  stdio · agent mode",
        "  server_exited: The server ended.",
        "  Look at its words.",
        "",
        "  Its standard error ends with",
        "    fatal: \\u0007no",
        "",
      ].join("\n"),
    );
  });

  test("of rejected tools: three hints, and all of them with --verbose", () => {
    const rejected = [1, 2, 3, 4].map((number) => ({
      remoteName: `tool${number}`,
      code: "undeclared_tool" as const,
      reason: "No policy.",
      hint: `[external_tools.tools.tool${number}]`,
    }));
    const report = { ...READY, rejected };
    expect(shown(report)).toBe(
      [
        "docs  ready  stdio · 2026-07-28 · Docs\\u001b[2J 1.0 · agent mode",
        "",
        "  Nothing is admitted.",
        "",
        "  Not admitted (4)",
        "  tool   rule             reason",
        "  tool1  undeclared_tool  No policy.",
        "  tool2  undeclared_tool  No policy.",
        "  tool3  undeclared_tool  No policy.",
        "  tool4  undeclared_tool  No policy.",
        "",
        "  What would change that",
        "  [external_tools.tools.tool1]",
        "",
        "  [external_tools.tools.tool2]",
        "",
        "  [external_tools.tools.tool3]",
        "  … and 1 more: --verbose or --json shows them.",
        "",
      ].join("\n"),
    );
    expect(shown(report, true)).toContain("  [external_tools.tools.tool4]\n");
    expect(shown(report, true)).not.toContain("… and");
  });

  test("of an operation whose binding no scope covers: every call is denied, and why", () => {
    const report: ServerReport = {
      ...READY,
      admitted: [
        {
          operation: "mcp.docs.fetch",
          remoteName: "fetch",
          alias: "mcp__docs__fetch",
          source: "tool",
          effect: "network_fetch",
          risk: "low",
          footprint: { selectors: [] },
          bindings: [
            { kind: "url", field: "url" },
            { kind: "path", field: "file" },
          ],
          digest: `sha256:${"0".repeat(64)}`,
          rule: "policy",
        },
      ],
      unusedPolicies: ["gone"],
      diagnostics: [{ code: "stdout_noise", count: 2, sample: "banner" }],
    };
    const text = shown(report);
    expect(text).toContain(
      "  mcp.docs.fetch: every call is denied, because it binds a url and [agent] hosts is empty.\n",
    );
    expect(text).toContain(
      "  mcp.docs.fetch: every call is denied, because it binds a path and the server has no roots.\n",
    );
    expect(text).toContain("  Policies for tools that the server does not list: gone.\n");
    expect(text).toContain("  what          times  such as\n  stdout_noise      2  banner\n");
  });

  test("says so where there is no server", () => {
    const blocks = inspectionBlocks([], { verbose: false, file: "/c.toml" });
    expect(renderBlocks(blocks, { colour: false, width: null })).toBe(
      "No servers: /c.toml has no [[external_tools]] table. `perspt mcp add` or `perspt mcp import` adds one.\n",
    );
  });
});

test("every kind of selector has words", () => {
  expect(
    footprintText([
      { kind: "literal", resource: "queue", access: "write" },
      { kind: "path_argument", field: "path", access: "read" },
      { kind: "parent_manifest_of", field: "path", access: "write" },
      { kind: "scoped_argument", family: "docs", field: "id", access: "read" },
      { kind: "provider_rate_limit" },
      { kind: "opaque_workspace" },
    ]),
  ).toBe(
    "write queue; read the path in path; write the manifest above path; read docs by id; the server's rate limit; the whole workspace",
  );
  expect(footprintText([])).toBe("nothing");
});
