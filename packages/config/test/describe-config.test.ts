import { describe, expect, test } from "vitest";
import { describeConfig, lineOf, type PersptConfig, parseConfig } from "../src/index.js";
import { HTTP_EXAMPLE, SETTINGS_EXAMPLE, STDIO_EXAMPLE } from "./mission-examples.js";

function load(text: string): PersptConfig {
  const reading = parseConfig(text, "config.toml");
  if (reading.kind === "invalid") throw new Error(JSON.stringify(reading.problems));
  return reading.config;
}

describe("a configuration for people to read", () => {
  test("has the names of the file, and every default", () => {
    expect(describeConfig(load(HTTP_EXAMPLE + SETTINGS_EXAMPLE))).toEqual({
      file: "config.toml",
      external_tools: [
        {
          id: "records",
          transport: "streamable_http",
          url: "https://tools.example.test/mcp",
          headers_from_env: { Authorization: "RECORDS_AUTHORIZATION" },
          modes: ["agent", "chat"],
          timeout_ms: 30000,
          max_result_bytes: 1048576,
          max_task_wait_ms: 300000,
          roots: [],
          sampling: false,
          max_sampling_tokens: 4096,
          elicitation: false,
          subscriptions: true,
          resource_subscriptions: [],
          tasks: true,
          tools: {
            lookup: {
              effect: "data_read",
              risk: "low",
              footprint: {
                selectors: [
                  { kind: "scoped_argument", family: "records", field: "id", access: "read" },
                ],
              },
              proposal_bindings: [],
              pin: null,
            },
          },
        },
      ],
      model: {
        provider: "openai_compatible",
        model: "qwen3:8b",
        base_url: "http://127.0.0.1:11434/v1",
        api_key_env: "OPENAI_API_KEY",
        context_tokens: 32768,
      },
      models: {},
      chat: { show_reasoning: false, max_tool_rounds: 8 },
      agent: {
        verify: ["npm test"],
        max_turns: 40,
        commands: [["npm", "test"]],
        hosts: [],
        critical_effects: [],
      },
      tui: { mouse: "wheel", emoji: "full", keys: {} },
    });
  });

  test("leaves out what looks like a secret (T21)", () => {
    const text = [
      '[[external_tools]]\nid = "a"\ntransport = "stdio"\ncommand = ["x", "--token=hidden", "sk-hidden", "--stdio"]',
      '[[external_tools]]\nid = "b"\ntransport = "streamable_http"\nurl = "https://x.test/mcp?api_key=hidden&x=1"',
    ].join("\n");
    const shown = describeConfig(load(text));
    expect(JSON.stringify(shown)).not.toContain("hidden");
    expect(shown).toMatchObject({
      external_tools: [
        { command: ["x", "(not shown)", "(not shown)", "--stdio"], env_from_env: {} },
        { url: "https://x.test/mcp?(not shown)" },
      ],
    });
  });
});

describe("the line to change", () => {
  test("is that of the key, mapping or tool, else that of the server's header", () => {
    const [server] = load(`${HTTP_EXAMPLE}${STDIO_EXAMPLE}`).servers.slice(1);
    if (server === undefined) throw new Error("no server");
    expect(lineOf(server, { kind: "table" })).toBe("config.toml:12");
    expect(lineOf(server, { kind: "key", key: "timeout_ms" })).toBe("config.toml:17");
    expect(lineOf(server, { kind: "key", key: "pin" })).toBe("config.toml:12");
    expect(lineOf(server, { kind: "mapping", name: "DOCS_TOKEN" })).toBe("config.toml:21");
    expect(lineOf(server, { kind: "tool", tool: "search" })).toBe("config.toml:31");
    expect(lineOf(server, { kind: "tool", tool: "other" })).toBe("config.toml:12");
    expect(lineOf({ ...server, source: null }, { kind: "table" })).toBeNull();
  });
});
