import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PersptConfig, parseConfig, SERVER_NUMBERS, type ServerConfig } from "../src/index.js";
import { tomlText, tomlTextWith } from "./arbitrary-toml.js";
import { HTTP_EXAMPLE, SETTINGS_EXAMPLE, STDIO_EXAMPLE } from "./mission-examples.js";

function load(text: string): PersptConfig {
  const reading = parseConfig(text, "config.toml");
  if (reading.kind === "invalid") throw new Error(JSON.stringify(reading.problems, null, 1));
  return reading.config;
}

function codesOf(text: string): readonly string[] {
  const reading = parseConfig(text, "config.toml");
  return reading.kind === "valid" ? [] : reading.problems.map(({ code }) => code);
}

function onlyServer(text: string): Omit<ServerConfig, "source"> {
  const [server] = load(text).servers;
  if (server === undefined) throw new Error("no server");
  const { source: _, ...rest } = server;
  return rest;
}

const MINIMAL = '[[external_tools]]\nid = "a"\ntransport = "stdio"\ncommand = ["x"]\n';

describe("the examples of the documentation load as they stand", () => {
  test("a stdio server with everything", () => {
    expect(parseConfig(STDIO_EXAMPLE, "config.toml")).toMatchObject({
      kind: "valid",
      warnings: [],
    });
    expect(onlyServer(STDIO_EXAMPLE)).toEqual({
      id: "docs",
      transport: {
        kind: "stdio",
        command: ["company-docs-mcp", "--stdio"],
        environmentSources: new Map([["DOCS_TOKEN", "COMPANY_DOCS_TOKEN"]]),
        maxStderrBytes: 65536,
      },
      modes: ["agent", "chat"],
      timeoutMs: 30000,
      maxResultBytes: 1048576,
      maxTaskWaitMs: 300000,
      roots: [
        {
          uri: "file:///absolute/path/to/project",
          name: "Project",
          path: "/absolute/path/to/project",
        },
      ],
      sampling: true,
      maxSamplingTokens: 4096,
      elicitation: true,
      subscriptions: true,
      resourceSubscriptions: ["file:///absolute/path/to/project/guide.md"],
      tasks: true,
      policies: new Map([
        [
          "search",
          {
            effect: "search",
            risk: "low",
            footprint: {
              selectors: [
                { kind: "scoped_argument", family: "company-docs", field: "query", access: "read" },
              ],
            },
            proposalBindings: [],
            pin: null,
          },
        ],
      ]),
    });
  });

  test("an HTTP server, with every default", () => {
    expect(parseConfig(HTTP_EXAMPLE, "config.toml")).toMatchObject({ kind: "valid", warnings: [] });
    expect(onlyServer(HTTP_EXAMPLE)).toEqual({
      id: "records",
      transport: {
        kind: "streamable_http",
        url: "https://tools.example.test/mcp",
        headerSources: new Map([["Authorization", "RECORDS_AUTHORIZATION"]]),
      },
      modes: ["agent", "chat"],
      timeoutMs: 30000,
      maxResultBytes: 1048576,
      maxTaskWaitMs: 300000,
      roots: [],
      sampling: false,
      maxSamplingTokens: 4096,
      elicitation: false,
      subscriptions: true,
      resourceSubscriptions: [],
      tasks: true,
      policies: new Map([
        [
          "lookup",
          {
            effect: "data_read",
            risk: "low",
            footprint: {
              selectors: [
                { kind: "scoped_argument", family: "records", field: "id", access: "read" },
              ],
            },
            proposalBindings: [],
            pin: null,
          },
        ],
      ]),
    });
  });

  test("the settings beside the servers", () => {
    const { model, models, chat, agent } = load(SETTINGS_EXAMPLE);
    expect(model).toEqual({
      provider: "openai_compatible",
      model: "qwen3:8b",
      baseUrl: "http://127.0.0.1:11434/v1",
      apiKeyEnv: "OPENAI_API_KEY",
      contextTokens: 32768,
    });
    expect(models).toEqual(new Map());
    expect(chat).toEqual({ showReasoning: false, maxToolRounds: 8 });
    expect(agent).toEqual({
      verify: ["npm test"],
      maxTurns: 40,
      commands: [["npm", "test"]],
      hosts: [],
      criticalEffects: [],
    });
  });

  test("all of them in one file", () => {
    const config = load(`${STDIO_EXAMPLE}\n${HTTP_EXAMPLE}\n${SETTINGS_EXAMPLE}`);
    expect(config.servers.map(({ id }) => id)).toEqual(["docs", "records"]);
  });
});

describe("what is left out", () => {
  test("an empty file is a configuration without MCP", () => {
    expect(load("")).toEqual({
      file: "config.toml",
      servers: [],
      model: null,
      models: new Map(),
      chat: { showReasoning: false, maxToolRounds: 8 },
      agent: { verify: [], maxTurns: 40, commands: [], hosts: [], criticalEffects: [] },
      tui: { mouse: "wheel", emoji: "full", keys: new Map() },
    });
  });

  test("a server is for the agent alone, opts into nothing of the model's or the person's, and discloses nothing", () => {
    expect(onlyServer(MINIMAL)).toMatchObject({
      modes: ["agent"],
      sampling: false,
      elicitation: false,
      roots: [],
      subscriptions: true,
      tasks: true,
      policies: new Map(),
    });
  });

  test("a risk that is not given is high, and an effect or footprint that is not given stays so, with a warning", () => {
    const text = `${MINIMAL}[external_tools.tools.search]\n`;
    expect(onlyServer(text).policies.get("search")).toEqual({
      effect: null,
      risk: "high",
      footprint: null,
      proposalBindings: [],
      pin: null,
    });
    const reading = parseConfig(text, "config.toml");
    expect(
      reading.kind === "valid" && reading.warnings.map(({ code, key }) => `${code} ${key}`),
    ).toEqual(["opaque_policy effect", "opaque_policy footprint"]);
  });

  test("an empty list of selectors is a footprint: it touches nothing", () => {
    const text = `${MINIMAL}[external_tools.tools.now]\neffect = "system_probe"\nfootprint = { selectors = [] }\n`;
    expect(parseConfig(text, "config.toml")).toMatchObject({ kind: "valid", warnings: [] });
    expect(onlyServer(text).policies.get("now")?.footprint).toEqual({ selectors: [] });
  });
});

describe("the vocabulary of policies", () => {
  test("every selector and every binding is read as it is written", () => {
    const selectors = [
      { kind: "literal", resource: "index", access: "write" },
      { kind: "path_argument", field: "path", access: "read" },
      { kind: "parent_manifest_of", field: "path", access: "write" },
      { kind: "scoped_argument", family: "f", field: "id", access: "read" },
      { kind: "provider_rate_limit" },
      { kind: "opaque_workspace" },
    ];
    const bindings = [
      { kind: "path", field: "path" },
      { kind: "command", field: "argv" },
      { kind: "url", field: "url" },
      { kind: "multi_value", field: "paths", target: "path" },
    ];
    const inline = (item: object) =>
      `{ ${Object.entries(item)
        .map(([key, value]) => `${key} = "${value}"`)
        .join(", ")} }`;
    const text = [
      MINIMAL,
      "[external_tools.tools.everything]",
      'effect = "run_shell"',
      'risk = "critical"',
      `pin = "sha256:${"0a".repeat(32)}"`,
      `footprint = { selectors = [${selectors.map(inline).join(", ")}] }`,
      `proposal_bindings = [${bindings.map(inline).join(", ")}]`,
    ].join("\n");
    expect(onlyServer(text).policies.get("everything")).toEqual({
      effect: "run_shell",
      risk: "critical",
      footprint: { selectors },
      proposalBindings: bindings,
      pin: `sha256:${"0a".repeat(32)}`,
    });
  });

  test("a policy is found under the exact remote name, whatever characters that has", () => {
    const names = [
      "a.b",
      "A.b",
      "ünïcode",
      "with blank",
      "toString",
      "valueOf",
      "prototype",
      "hasOwnProperty",
    ];
    const tables = names.map(
      (name) =>
        `[external_tools.tools.${JSON.stringify(name)}]\neffect = "search"\nfootprint = { selectors = [] }\n`,
    );
    expect([...onlyServer(MINIMAL + tables.join("")).policies.keys()]).toEqual(names);
  });

  test("names that JavaScript objects have already are refused, wherever they stand (T33)", () => {
    expect(codesOf(`${MINIMAL}[external_tools.tools.__proto__]\n`)).toEqual(["unsafe_key"]);
    expect(codesOf(`${MINIMAL}[external_tools.tools."constructor"]\n`)).toEqual(["unsafe_key"]);
    expect(codesOf('[models.constructor]\nprovider = "rehearsal"\n')).toEqual(["unsafe_key"]);
    expect(codesOf("__proto__ = 1\n[chat]\nx.__proto__.y = 1\n")).toEqual([
      "unsafe_key",
      "unknown_key",
      "unsafe_key",
    ]);
    expect(codesOf(`${MINIMAL}toString = 1\nhasOwnProperty = 2\n`)).toEqual([
      "unknown_key",
      "unknown_key",
    ]);
  });

  test("a tool of the client's own operations cannot be declared", () => {
    expect(codesOf(`${MINIMAL}[external_tools.tools._perspt_resource_read]\n`)).toEqual([
      "reserved_name",
    ]);
  });
});

describe("ids (T44)", () => {
  test.each(["a", "A-1_b", "0", "x".repeat(32)])("%s is one", (id) => {
    expect(load(MINIMAL.replace('"a"', `"${id}"`)).servers[0]?.id).toBe(id);
  });

  test.each(["", "-a", "_a", "a.b", "a b", "a/b", "é", "а", "x".repeat(33), "a\\n"])(
    "%j is none",
    (id) => {
      expect(codesOf(MINIMAL.replace('"a"', `"${id}"`))).toEqual(["invalid_value"]);
    },
  );

  test("two that differ by case are one", () => {
    expect(codesOf(MINIMAL + MINIMAL.replace('"a"', '"A"'))).toEqual(["duplicate_id"]);
    expect(codesOf(MINIMAL + MINIMAL + MINIMAL)).toEqual(["duplicate_id", "duplicate_id"]);
  });
});

describe("numbers", () => {
  test.each(Object.entries(SERVER_NUMBERS))(
    "%s is accepted from its least to its greatest value, and not beyond",
    (key, { min, max, default: standard }) => {
      const withValue = (value: number) =>
        codesOf(`${MINIMAL}sampling = true\n${key} = ${value}\n`);
      expect([min, standard, max].flatMap(withValue)).toEqual([]);
      expect(withValue(min - 1)).toEqual(["out_of_range"]);
      expect(withValue(max + 1)).toEqual(["out_of_range"]);
      expect(withValue(min + 0.5)).toEqual(["out_of_range"]);
    },
  );
});

describe("routes to models", () => {
  test("a route is known by its name, and needs what its provider needs", () => {
    const text = [
      '[model]\nprovider = "rehearsal"',
      '[models."qwen3:8b"]\nprovider = "anthropic"\nmodel = "m"\napi_key_env = "KEY"',
    ].join("\n");
    const { model, models } = load(text);
    expect(model).toEqual({
      provider: "rehearsal",
      model: null,
      baseUrl: null,
      apiKeyEnv: null,
      contextTokens: null,
    });
    expect([...models.keys()]).toEqual(["qwen3:8b"]);
    expect(codesOf('[model]\nprovider = "openai_compatible"\n')).toEqual([
      "missing_key",
      "missing_key",
    ]);
  });

  test("a key itself is refused, under any name and in the place of a variable's", () => {
    const route = (line: string) => `[model]\nprovider = "openai"\nmodel = "m"\n${line}\n`;
    expect(codesOf(route('api_key = "abc"'))).toEqual(["literal_secret"]);
    expect(codesOf(route('token = "abc"'))).toEqual(["literal_secret"]);
    expect(codesOf(route('api_key_env = "sk-abc"'))).toEqual(["literal_secret"]);
    expect(codesOf(route('api_key_env = "gsk_0123456789abcdef"'))).toEqual(["literal_secret"]);
  });
});

describe("where things stand", () => {
  test("a server knows the lines of its table, keys, mapped names and tools", () => {
    const text = `\n${MINIMAL}env_from_env = { A = "B" }\n\n  [external_tools.tools."x.y"]\n`;
    expect(load(text).servers[0]?.source).toEqual({
      file: "config.toml",
      table: { line: 2, column: 1 },
      keys: new Map([
        ["id", { line: 3, column: 1 }],
        ["transport", { line: 4, column: 1 }],
        ["command", { line: 5, column: 1 }],
        ["env_from_env", { line: 6, column: 1 }],
        ["tools", { line: 8, column: 3 }],
      ]),
      mappings: new Map([["A", { line: 6, column: 18 }]]),
      tools: new Map([["x.y", { line: 8, column: 3 }]]),
    });
  });

  test("servers may be written in one line", () => {
    const text =
      'external_tools = [{ id = "a", transport = "stdio", command = ["x"] }, { id = "b", transport = "stdio", command = ["x"] }]';
    expect(load(text).servers.map(({ id, source }) => [id, source?.table.column])).toEqual([
      ["a", 19],
      ["b", 71],
    ]);
  });
});

/** The words that mean something somewhere, so that arbitrary documents come close to configurations. */
const vocabulary = fc.constantFrom(
  "external_tools",
  "model",
  "models",
  "chat",
  "agent",
  "id",
  "transport",
  "command",
  "url",
  "modes",
  "env_from_env",
  "headers_from_env",
  "timeout_ms",
  "roots",
  "uri",
  "resource_subscriptions",
  "tools",
  "search",
  "effect",
  "risk",
  "footprint",
  "selectors",
  "kind",
  "field",
  "proposal_bindings",
  "pin",
  "provider",
  "base_url",
  "api_key_env",
  "commands",
  "verify",
  "hosts",
  "env",
  "args",
  "__proto__",
  "constructor",
  "toString",
  "a.b",
  "",
);

describe("any document whatever", () => {
  test("is answered by a value, with every problem at a place inside it", () => {
    fc.assert(
      fc.property(fc.oneof(tomlText, tomlTextWith(vocabulary)), (text) => {
        const reading = parseConfig(text, "config.toml");
        const said = reading.kind === "valid" ? reading.warnings : reading.problems;
        const lines = text.replace(/^\uFEFF/, "").split("\n");
        for (const { line, column } of said) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(column).toBeGreaterThanOrEqual(1);
          expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? -1) + 1);
        }
        if (reading.kind === "invalid") expect(said.length).toBeGreaterThan(0);
      }),
      { numRuns: 1000 },
    );
  });

  test("is the same in one of its spellings as in any other", () => {
    const text = `${STDIO_EXAMPLE}${HTTP_EXAMPLE}`;
    const dotted = text
      .replace("[external_tools.tools.search]\n", "")
      .replace(/^(effect = "search"|risk = "low"|footprint)/gm, "tools.search.$1")
      .replace("env_from_env = { DOCS_TOKEN =", 'env_from_env."DOCS_TOKEN" = (')
      .replace('( "COMPANY_DOCS_TOKEN" }', "'COMPANY_DOCS_TOKEN'")
      .replaceAll("\n", "\r\n");
    const [first] = load(dotted.slice(0, dotted.indexOf("[[external_tools]]", 5))).servers;
    expect({ ...first, source: null }).toEqual({ ...load(text).servers[0], source: null });
  });
});
