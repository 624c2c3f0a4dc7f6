import { parseConfig } from "@perspt/config";
import { createAuthority, GRANTABLE_EFFECTS, READ_ONLY_EFFECTS } from "@perspt/kernel";
import { describe, expect, test } from "vitest";
import { grantFor } from "./grants.js";
import { mappedValues } from "./mapped-values.js";

const READING = parseConfig(
  `
[agent]
commands = [["npm", "test"]]
hosts = ["example.test"]
critical_effects = ["git_write"]

[[external_tools]]
id = "docs"
transport = "stdio"
command = ["x"]
modes = ["agent", "chat"]
env_from_env = { A = "SOURCE_A", B = "SOURCE_A", C = "UNSET", D = "EMPTY" }
roots = [{ uri = "file:///home/me/docs" }]

[[external_tools]]
id = "records"
transport = "streamable_http"
url = "https://tools.example.test/mcp"
headers_from_env = { Authorization = "SOURCE_B" }
`,
  "test.toml",
);
if (READING.kind === "invalid") throw new Error(JSON.stringify(READING.problems));
const { config } = READING;
const { servers } = config;
const realPath = (path: string): string => path;
const NO_TREE = { workspace: null, asksFrom: "high" } as const;

describe("what a command may do comes from the user's file alone", () => {
  test("the agent's grant", () => {
    expect(
      grantFor({ mode: "agent", config, servers, callBudget: 1, realPath, ...NO_TREE }),
    ).toEqual({
      version: 1,
      mode: "agent",
      effects: GRANTABLE_EFFECTS,
      riskCeiling: "high",
      criticalEffects: ["git_write"],
      asksFrom: "high",
      paths: [{ provider: "docs", path: "/home/me/docs" }],
      commands: [["npm", "test"]],
      hosts: ["example.test"],
      providers: null,
      callBudget: 1,
      expiresAt: null,
    });
  });

  test("a workspace is for every provider, and --ask asks from medium on", () => {
    const grant = grantFor({
      mode: "agent",
      config,
      servers,
      callBudget: 1,
      realPath,
      workspace: "/candidates/s/tree",
      asksFrom: "medium",
    });
    expect(grant.asksFrom).toBe("medium");
    expect(grant.paths[0]).toEqual({ provider: null, path: "/candidates/s/tree" });
  });

  test("T73: a root that is a link is granted under both its names", () => {
    const linked = (path: string) => path.replace("/home/me", "/volumes/me");
    const { paths } = grantFor({
      mode: "agent",
      config,
      servers,
      callBudget: 1,
      realPath: linked,
      ...NO_TREE,
    });
    expect(paths).toEqual([
      { provider: "docs", path: "/home/me/docs" },
      { provider: "docs", path: "/volumes/me/docs" },
    ]);
  });

  test("chat's grant is the chat ceiling, whatever the agent may do (T54)", () => {
    expect(
      grantFor({ mode: "chat", config, servers, callBudget: 1, realPath, ...NO_TREE }),
    ).toMatchObject({
      mode: "chat",
      effects: READ_ONLY_EFFECTS,
      riskCeiling: "medium",
      criticalEffects: [],
    });
  });

  test("both are descriptions that an authority grants", () => {
    for (const mode of ["agent", "chat"] as const) {
      const request = { mode, config, servers, callBudget: 1, realPath, ...NO_TREE };
      expect(createAuthority().grant(grantFor(request)).mode).toBe(mode);
    }
  });
});

test("every value that is mapped is known as a secret, once; unset and empty ones are none", () => {
  const environment = { SOURCE_A: "one", SOURCE_B: "two", EMPTY: "", OTHER: "three" };
  expect(mappedValues(servers, environment)).toEqual(["one", "two"]);
});
