import { describe, expect, test } from "vitest";
import type { CapabilityDescription } from "./capability.js";
import { agentCeiling } from "./ceiling.js";
import type { ProposalBinding } from "./footprint.js";
import { unscopedTargets } from "./unscoped-targets.js";

const GRANT: CapabilityDescription = {
  version: 1,
  mode: "agent",
  ...agentCeiling([]),
  asksFrom: "high",
  paths: [],
  commands: [],
  hosts: [],
  providers: null,
  callBudget: null,
  expiresAt: null,
};
const BINDINGS: readonly ProposalBinding[] = [
  { kind: "path", field: "a" },
  { kind: "multi_value", field: "b", target: "path" },
  { kind: "command", field: "c" },
  { kind: "url", field: "d" },
];

describe("bindings without a scope", () => {
  test("are told once for each target", () => {
    expect(unscopedTargets(GRANT, "docs", BINDINGS)).toEqual(["path", "command", "url"]);
    expect(unscopedTargets(GRANT, "docs", [])).toEqual([]);
  });

  test("are not told where the grant holds a scope, for this provider or for all", () => {
    const scoped = { ...GRANT, commands: [["npm"]], hosts: ["a.test:443"] };
    const paths = (provider: string | null) => [{ provider, path: "/proj" }];
    expect(unscopedTargets({ ...scoped, paths: paths(null) }, "docs", BINDINGS)).toEqual([]);
    expect(unscopedTargets({ ...scoped, paths: paths("docs") }, "docs", BINDINGS)).toEqual([]);
    expect(unscopedTargets({ ...scoped, paths: paths("other") }, "docs", BINDINGS)).toEqual([
      "path",
    ]);
  });
});
