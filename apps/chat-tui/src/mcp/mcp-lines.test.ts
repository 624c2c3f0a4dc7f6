import type { ServerReport } from "@perspt/host";
import { expect, test } from "vitest";
import { mcpLines } from "./mcp-lines.js";

const REPORT: ServerReport = {
  id: "docs",
  transport: "stdio",
  state: "ready",
  protocolVersion: "2026-07-28",
  supportedVersions: [],
  serverInfo: null,
  capabilities: {},
  endpointIdentity: null,
  policyDigest: "sha256:p",
  tools: [],
  admitted: [],
  rejected: [
    {
      remoteName: "find\u001b[2J",
      code: "undeclared_tool",
      reason: "No policy.",
      hint: '# Only if it reads.\n[external_tools.tools."find"]\neffect = "data_read"',
    },
  ],
  unusedPolicies: [],
  diagnostics: [],
  stderrTail: "",
  error: null,
};

test("a rejected tool's TOML has a line for each of its lines, so that it can be copied; its name orders no terminal about (T56)", () => {
  expect(mcpLines([REPORT], []).map(({ indent, text }) => `${" ".repeat(indent)}${text}`)).toEqual([
    "docs  ready (stdio, MCP 2026-07-28)",
    "  Nothing of it is admitted.",
    "  find\\u001b[2J  rejected: No policy. (undeclared_tool)",
    "    # Only if it reads.",
    '    [external_tools.tools."find"]',
    '    effect = "data_read"',
  ]);
});
