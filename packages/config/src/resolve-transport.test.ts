import { describe, expect, test } from "vitest";
import { formatProblems, parseConfig, resolveTransport, type ServerConfig } from "./index.js";

const STDIO = `[[external_tools]]
id = "docs"
transport = "stdio"
command = ["company-docs-mcp", "--stdio"]
env_from_env = { DOCS_TOKEN = "COMPANY_DOCS_TOKEN", toString = "valueOf" }
max_stderr_bytes = 100
`;
const HTTP = `[[external_tools]]
id = "records"
transport = "streamable_http"
url = "https://tools.example.test/mcp"
headers_from_env = { Authorization = "RECORDS_AUTHORIZATION" }
max_result_bytes = 2048
`;
const DIRECTORIES = { workingDirectory: "/work", workspace: "/work" };

function serverOf(text: string): ServerConfig {
  const reading = parseConfig(text, "config.toml");
  const server = reading.kind === "valid" ? reading.config.servers[0] : undefined;
  if (server === undefined) throw new Error("no server");
  return server;
}

function problemsOf(text: string, environment: Record<string, string>): string {
  const resolution = resolveTransport(serverOf(text), environment, DIRECTORIES);
  return resolution.kind === "unresolved" ? formatProblems(resolution.problems) : "";
}

describe("variables become the transport's values (report 22)", () => {
  test("a stdio server gets its mapped variables, the directory and the limits", () => {
    const environment = new Map([
      ["COMPANY_DOCS_TOKEN", "t"],
      ["valueOf", "v"],
      ["OTHER", "o"],
    ]);
    expect(resolveTransport(serverOf(STDIO), environment, DIRECTORIES)).toEqual({
      kind: "resolved",
      transport: {
        kind: "stdio",
        command: ["company-docs-mcp", "--stdio"],
        workingDirectory: "/work",
        workspace: "/work",
        environment: new Map([
          ["DOCS_TOKEN", "t"],
          ["toString", "v"],
        ]),
        // A line holds the envelope as well as the result.
        maxMessageBytes: 1024 * 1024 + 1024,
        maxStderrBytes: 100,
      },
    });
  });

  test("an HTTP server gets its headers, and where each came from", () => {
    const environment = { RECORDS_AUTHORIZATION: "Bearer abc" };
    expect(
      resolveTransport(serverOf(HTTP), environment, { workingDirectory: "/", workspace: null }),
    ).toEqual({
      kind: "resolved",
      transport: {
        kind: "streamable_http",
        url: "https://tools.example.test/mcp",
        headers: new Map([["Authorization", "Bearer abc"]]),
        headerSources: new Map([["Authorization", "RECORDS_AUTHORIZATION"]]),
        maxMessageBytes: 2048,
      },
    });
  });

  test("an unset source and an empty one are named with their target; what objects inherit is unset (T08, T33)", () => {
    expect(problemsOf(STDIO, { COMPANY_DOCS_TOKEN: "" })).toBe(
      'config.toml:5:18: [[external_tools]] "docs" env_from_env.DOCS_TOKEN: expected the environment variable COMPANY_DOCS_TOKEN, which DOCS_TOKEN is read from, received an empty value. ' +
        "Fix: Set COMPANY_DOCS_TOKEN where perspt starts, or remove `DOCS_TOKEN`.\n" +
        'config.toml:5:53: [[external_tools]] "docs" env_from_env.toString: expected the environment variable valueOf, which toString is read from, received no such variable. ' +
        "Fix: Set valueOf where perspt starts, or remove `toString`.",
    );
  });

  test("a value that no header can carry is refused without being shown (T21)", () => {
    for (const value of ["secret\r\nX: y", "secret\n", " secret", "secret\0", "secret\u20ac"]) {
      expect(problemsOf(HTTP, { RECORDS_AUTHORIZATION: value })).toBe(
        'config.toml:5:22: [[external_tools]] "records" headers_from_env.Authorization: expected a variable with printable Latin-1 text on one line, without a blank at either end, received another value (not shown). ' +
          "Fix: Check RECORDS_AUTHORIZATION for a line break at its end.",
      );
    }
    expect(problemsOf(STDIO, { COMPANY_DOCS_TOKEN: "secret\0", valueOf: "v" })).not.toContain(
      "secret",
    );
  });

  test("the process's own environment will do", () => {
    const source = Object.keys(process.env).find(
      (name) => /^[A-Z]+$/.test(name) && process.env[name],
    );
    const server = serverOf(
      STDIO.replace("COMPANY_DOCS_TOKEN", source ?? "").replace(', toString = "valueOf"', ""),
    );
    const resolution = resolveTransport(server, process.env, DIRECTORIES);
    expect(resolution.kind === "resolved" && resolution.transport).toMatchObject({
      environment: new Map([["DOCS_TOKEN", process.env[source ?? ""]]]),
    });
  });

  test("a server that was built in code has no lines, and is reported all the same", () => {
    const server = { ...serverOf(HTTP), source: null };
    const resolution = resolveTransport(server, {}, DIRECTORIES);
    expect(resolution.kind === "unresolved" && resolution.problems[0]).toMatchObject({
      file: "configuration",
      line: 1,
      column: 1,
      code: "missing_env_source",
    });
  });
});
