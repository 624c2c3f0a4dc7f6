import type { HostProblem, ServerReport } from "@perspt/host";
import { expect, test } from "vitest";
import { summarise } from "./inspect-servers.js";

function report(id: string, code: HostProblem["code"] | null): ServerReport {
  return {
    id,
    transport: "stdio",
    state: code === null ? "ready" : "failed",
    protocolVersion: null,
    supportedVersions: [],
    serverInfo: null,
    capabilities: {},
    endpointIdentity: null,
    policyDigest: "",
    tools: [],
    admitted: [],
    rejected: [],
    unusedPolicies: [],
    diagnostics: [],
    stderrTail: "",
    error: code === null ? null : { code, message: "It failed.", hint: "Mend it." },
  };
}

test("all well is no failure", () => {
  expect(summarise([])).toBeNull();
  expect(summarise([report("a", null), report("b", null)])).toBeNull();
});

test("a server that is not enabled for the mode has not failed", () => {
  expect(summarise([{ ...report("a", "not_enabled"), state: "not_enabled" }])).toBeNull();
});

test("one server's failure is its own", () => {
  expect(summarise([report("a", "auth_required")])).toEqual({
    exitCode: 3,
    failure: { code: "auth_required", message: "a: It failed.", hint: "Mend it." },
  });
});

test("of several it counts that some failed, whatever the reasons (cli.md)", () => {
  expect(
    summarise([report("a", "auth_required"), report("b", null), report("c", "timeout")]),
  ).toEqual({
    exitCode: 4,
    failure: {
      code: "servers_failed",
      message: "2 of 3 servers cannot be used: a, c.",
      hint: null,
    },
  });
});
