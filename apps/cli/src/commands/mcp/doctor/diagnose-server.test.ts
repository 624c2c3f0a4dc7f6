import { parseConfig, type ServerConfig } from "@perspt/config";
import type { HostProblem, ServerReport } from "@perspt/host";
import { agentCeiling } from "@perspt/kernel";
import { describe, expect, test } from "vitest";
import { diagnoseServer } from "./diagnose-server.js";
import { checkJournal } from "./journal-check.js";
import type { ServerFacts } from "./server-facts.js";

function serverOf(lines: string): ServerConfig {
  const text = `[[external_tools]]\nid = "docs"\ntransport = "stdio"\ncommand = ["docs"]\n${lines}`;
  const reading = parseConfig(text, "config.toml");
  if (reading.kind === "invalid") throw new Error(JSON.stringify(reading.problems));
  const [server] = reading.config.servers;
  if (server === undefined) throw new Error("there is a server");
  return server;
}

const REPORT: ServerReport = {
  id: "docs",
  transport: "stdio",
  state: "ready",
  protocolVersion: "2026-07-28",
  supportedVersions: ["2026-07-28", "2025-11-25"],
  serverInfo: { name: "Docs", version: "1" },
  capabilities: { tools: {} },
  endpointIdentity: null,
  policyDigest: "sha256:0",
  tools: [],
  admitted: [],
  rejected: [],
  unusedPolicies: [],
  diagnostics: [],
  stderrTail: "",
  error: null,
};

function facts(report: Partial<ServerReport> = {}, more: Partial<ServerFacts> = {}): ServerFacts {
  return {
    server: serverOf(""),
    mode: "agent",
    program: { kind: "found", path: "/usr/bin/docs" },
    variables: [],
    missing: [],
    reached: {
      report: { ...REPORT, ...report },
      grant: {
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
      },
      subscription: { kind: "not_asked" },
    },
    perspt: "perspt",
    shell: "posix",
    ...more,
  };
}

function statuses(given: ServerFacts): readonly string[] {
  return diagnoseServer(given).map(({ check, status }) => `${check} ${status}`);
}

function failing(code: HostProblem["code"], protocolVersion: string | null = null): ServerFacts {
  const error = { code, message: "It went wrong.", hint: "Mend it." };
  return facts({ state: "failed", protocolVersion, error });
}

describe("each check is found once, in order", () => {
  test("a server that is well passes all, and every version that it offers is told", () => {
    const findings = diagnoseServer(facts());
    expect(findings.map(({ check, status }) => [check, status])).toEqual([
      ["program", "ok"],
      ["variables", "ok"],
      ["connection", "ok"],
      ["protocol", "ok"],
      ["capabilities", "ok"],
      ["policies", "ok"],
      ["footprints", "ok"],
      ["subscriptions", "ok"],
    ]);
    expect(findings[3]?.detail).toBe("2026-07-28; it offers 2025-11-25 as well");
  });

  test("what comes after a failure is not reached, and says which failure that was", () => {
    const problem = {
      code: "program_not_found" as const,
      message: "No docs.",
      hint: "Install it.",
    };
    const findings = diagnoseServer(
      facts({}, { program: { kind: "failed", problem }, reached: null }),
    );
    expect(findings.slice(0, 3)).toEqual([
      {
        check: "program",
        status: "fail",
        detail: "No docs.",
        fixes: [{ kind: "advice", text: "Install it." }],
      },
      { check: "variables", status: "ok", detail: "none are named" },
      { check: "connection", status: "not_reached", detail: "because program failed" },
    ]);
  });

  test.each<[HostProblem["code"], string | null, string[]]>([
    ["unreachable", null, ["connection fail", "protocol not_reached"]],
    ["incompatible_protocol", null, ["connection ok", "protocol fail"]],
    ["invalid_discover", null, ["connection ok", "protocol fail"]],
    ["timeout", "2026-07-28", ["connection ok", "protocol ok", "capabilities fail"]],
  ] as const)(
    "%s, with the version %s, is the failure of its own check",
    (code, version, expected) => {
      const found = statuses(failing(code, version));
      expect(found).toEqual(expect.arrayContaining(expected));
      expect(found.filter((each) => each.endsWith(" fail"))).toHaveLength(1);
    },
  );
});

describe("a fix can be used as it stands", () => {
  test("a timeout is doubled, and never above what a configuration may say", () => {
    const slow = { ...failing("timeout"), server: serverOf("timeout_ms = 3_000_000") };
    expect(diagnoseServer(slow)[2]).toMatchObject({
      fixes: [{ text: "timeout_ms = 3600000" }, {}],
    });
  });

  test("a variable is read in the words of the machine's shell, and no value is in them", () => {
    const variables = [
      {
        file: "c",
        line: 1,
        column: 1,
        table: null,
        key: null,
        code: "missing_env_source",
        expected: "A",
        received: "no such variable",
        fix: "Set A.",
      },
    ] as const;
    const given = { variables, missing: ["A", "B"], reached: null };
    expect(diagnoseServer(facts({}, given))[1]).toMatchObject({
      fixes: [{ kind: "command", text: "read -rs A && export A\nread -rs B && export B" }],
    });
    expect(diagnoseServer(facts({}, { ...given, shell: "powershell" }))[1]).toMatchObject({
      fixes: [{ text: '$env:A = Read-Host "A"\n$env:B = Read-Host "B"' }],
    });
  });

  test("a tool without a policy is a warning, with this run's own words in the command", () => {
    const rejected = [
      { remoteName: "read", code: "undeclared_tool", reason: "None.", hint: "# x" },
    ] as const;
    const found = diagnoseServer(facts({ rejected }, { perspt: "perspt --config 'my c.toml'" }));
    expect(found[5]).toEqual({
      check: "policies",
      status: "warn",
      detail: "no policy for read",
      fixes: [{ kind: "command", text: "perspt --config 'my c.toml' mcp policy docs" }],
    });
  });

  test("a subscription that the server ends or never answers can be turned off", () => {
    for (const subscription of [
      { kind: "silent" },
      { kind: "ended", reason: "refused" },
    ] as const) {
      const given = facts();
      const reached = given.reached === null ? null : { ...given.reached, subscription };
      expect(diagnoseServer({ ...given, reached })[7]).toMatchObject({
        status: "warn",
        fixes: [{ kind: "toml", text: "subscriptions = false" }],
      });
    }
  });
});

describe("the directory of journals", () => {
  const well = {
    directory: "/state dir",
    trial: { kind: "written" },
    verified: 2,
    damaged: [],
    left: 0,
    doubts: 0,
    perspt: "perspt",
  } as const;

  test("is well when a session could be written and every one verifies", () => {
    expect(checkJournal(well)).toEqual({
      status: "ok",
      detail: "/state dir can be written and locked; 2 sessions verify",
    });
  });

  test("fails for what may not be written, with the command that changes it", () => {
    const problem = { code: "journal_readonly", message: "No.", hint: null } as const;
    expect(checkJournal({ ...well, trial: { kind: "failed", problem } })).toEqual({
      status: "fail",
      detail: "journal_readonly: No.",
      fixes: [{ kind: "command", text: "chmod u+rwx '/state dir'" }],
    });
  });

  test("warns of calls in doubt", () => {
    expect(checkJournal({ ...well, doubts: 1 })).toMatchObject({
      status: "warn",
      fixes: [{ text: "perspt journal pending" }],
    });
  });
});
