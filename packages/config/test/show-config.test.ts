import { describe, expect, test } from "vitest";
import { describeConfig, parseConfig, showConfig } from "../src/index.js";
import { HTTP_EXAMPLE, SETTINGS_EXAMPLE, STDIO_EXAMPLE } from "./mission-examples.js";

function load(text: string) {
  const reading = parseConfig(text, "config.toml");
  if (reading.kind === "invalid") throw new Error(JSON.stringify(reading.problems));
  return reading.config;
}

function show(text: string) {
  return showConfig(load(text), text);
}

describe("the effective configuration", () => {
  test("says of every setting which line it comes from, or that it is a default", () => {
    const text = [
      "[chat] # mine",
      "show_reasoning = true",
      "[[external_tools]]",
      'id = "docs"',
      'transport = "stdio"',
      'command = ["docs"]',
      'env_from_env = { A = "TOKEN_A", B = "TOKEN_B" }',
      "tools.search.effect = 'search'",
      "[models.local]",
      'provider = "rehearsal"',
      'api_key_env = "KEY"',
    ].join("\n");
    const lines = show(text).map(({ header, position, settings }) => [
      header,
      position?.line ?? "default",
      ...settings.map(({ toml, position: place }) => `${toml} # ${place?.line ?? "default"}`),
    ]);
    expect(lines).toEqual([
      ["[models.local]", 9, 'provider = "rehearsal" # 10', 'api_key_env = "KEY" # 11'],
      ["[chat]", 1, "show_reasoning = true # 2", "max_tool_rounds = 8 # default"],
      [
        "[agent]",
        "default",
        "verify = [] # default",
        "max_turns = 40 # default",
        "commands = [] # default",
        "hosts = [] # default",
        "critical_effects = [] # default",
      ],
      ["[tui]", "default", 'mouse = "wheel" # default', 'emoji = "full" # default'],
      [
        "[[external_tools]]",
        3,
        'id = "docs" # 4',
        'transport = "stdio" # 5',
        'command = ["docs"] # 6',
        'env_from_env = { A = "TOKEN_A", B = "TOKEN_B" } # 7',
        "max_stderr_bytes = 65536 # default",
        'modes = ["agent"] # default',
        "timeout_ms = 30000 # default",
        "max_result_bytes = 1048576 # default",
        "max_task_wait_ms = 300000 # default",
        "roots = [] # default",
        "sampling = false # default",
        "max_sampling_tokens = 4096 # default",
        "elicitation = false # default",
        "subscriptions = true # default",
        "resource_subscriptions = [] # default",
        "tasks = true # default",
      ],
      [
        "[external_tools.tools.search]",
        8,
        'effect = "search" # 8',
        'risk = "high" # default',
        "proposal_bindings = [] # default",
      ],
    ]);
    const variables = show(text).flatMap(({ settings }) =>
      settings.flatMap((each) => each.variables),
    );
    expect(variables).toEqual(["KEY", "TOKEN_A", "TOKEN_B"]);
  });

  test("is a file that says the same", () => {
    const tui = '[tui]\nmouse = "off"\n[tui.keys]\nsearch = "C-f"\nsuspend = []\n';
    const text = `${STDIO_EXAMPLE}\n${HTTP_EXAMPLE}\n${SETTINGS_EXAMPLE}\n${tui}`;
    const written = show(text)
      .map(({ header, settings }) => [header, ...settings.map(({ toml }) => toml)].join("\n"))
      .join("\n\n");
    expect(describeConfig(load(written))).toEqual(describeConfig(load(text)));
    expect(show(text)).toEqual(showConfig(load(text), new TextEncoder().encode(text)));
  });

  test("holds no secret that somebody put into it (T21)", () => {
    const text =
      '[[external_tools]]\nid = "a"\ntransport = "stdio"\ncommand = ["x", "--api-key", "hidden"]\n' +
      '[[external_tools]]\nid = "b"\ntransport = "streamable_http"\nurl = "https://x.test/?token=hidden"\n';
    expect(JSON.stringify(show(text))).not.toContain("hidden");
    expect(JSON.stringify(show(text))).toContain("(not shown)");
  });
});
