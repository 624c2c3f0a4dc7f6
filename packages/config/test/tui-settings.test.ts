import { describe, expect, test } from "vitest";
import { type ConfigProblem, parseConfig, TUI_ACTIONS, type TuiConfig } from "../src/index.js";
import { isKey } from "../src/tui-actions.js";

function tuiOf(toml: string): TuiConfig {
  const reading = parseConfig(toml, "config.toml");
  if (reading.kind === "invalid") throw new Error(JSON.stringify(reading.problems));
  return reading.config.tui;
}

function problemsOf(toml: string): readonly ConfigProblem[] {
  const reading = parseConfig(toml, "config.toml");
  return reading.kind === "invalid" ? reading.problems : [];
}

describe("[tui]", () => {
  test("left out, the wheel scrolls, emoji are drawn as they are and every key is its own", () => {
    expect(tuiOf("")).toEqual({ mouse: "wheel", emoji: "full", keys: new Map() });
  });

  test("holds a key or a list of keys for an action", () => {
    const toml = `[tui]
mouse = "off"
emoji = "ascii"
[tui.keys]
search = "C-f"
help = ["F1", "C-x C-h"]
suspend = []
`;
    expect(tuiOf(toml)).toEqual({
      mouse: "off",
      emoji: "ascii",
      keys: new Map([
        ["search", ["C-f"]],
        ["suspend", []],
        ["help", ["F1", "C-x C-h"]],
      ]),
    });
  });

  test.each([
    "C-f",
    "M-f",
    "C-M-f",
    "C-S-f",
    "M-Enter",
    "S-Up",
    "C-M-S-F12",
    "C-Space",
    "M-_",
    "C-x C-e",
    "C-x F1",
  ])("%s is a key", (key) => {
    expect(isKey(key)).toBe(true);
  });

  test.each([
    "",
    "f",
    "F",
    "c-f",
    "Ctrl+F",
    "M-C-f",
    "C-F",
    "S-f",
    "F13",
    "C-x C-x C-x",
    "C-é",
    "C-f C-g",
    "Return",
  ])("%j is none", (key) => {
    expect(isKey(key)).toBe(false);
  });

  test.each<[string, string, Partial<ConfigProblem>]>([
    [
      "an action that there is not",
      '[tui.keys]\nserach = "C-f"',
      {
        line: 2,
        code: "unknown_key",
        table: "[tui.keys]",
        key: "serach",
        fix: "Rename it to `search`.",
      },
    ],
    [
      "a key that there is not",
      '[tui.keys]\nsearch = "Ctrl+F"',
      { line: 2, code: "invalid_value", received: '"Ctrl+F"', fix: 'Write `search = "F5"`.' },
    ],
    [
      "a key twice",
      '[tui.keys]\nsearch = "C-f"\nhelp = ["F1", "C-f"]',
      { line: 3, code: "duplicate_value", received: '"C-f", which search has already' },
    ],
    [
      "a way out",
      '[tui.keys]\nsearch = "C-c"',
      { line: 2, code: "not_allowed", received: '"C-c"' },
    ],
    [
      "no key that sends",
      "[tui.keys]\nsend = []",
      { line: 2, code: "not_allowed", received: "none" },
    ],
    [
      "Enter for something else, and none that sends",
      '[tui.keys]\nnew_line = "Enter"',
      { line: 2, code: "not_allowed", key: "new_line", received: '"Enter"' },
    ],
    [
      "a word for the mouse that there is not",
      '[tui]\nmouse = "select"',
      { line: 2, code: "not_allowed", table: "[tui]", key: "mouse" },
    ],
  ])("%s is told with its line", (_, toml, problem) => {
    const problems = problemsOf(toml);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject(problem);
  });

  test("Enter may begin a new line where another key sends", () => {
    const { keys } = tuiOf('[tui.keys]\nnew_line = "Enter"\nsend = "M-Enter"');
    expect([...keys]).toEqual([
      ["send", ["M-Enter"]],
      ["new_line", ["Enter"]],
    ]);
  });

  test("every action takes a key, and all of them at once", () => {
    const lines = TUI_ACTIONS.map(
      (action, index) => `${action} = "C-x C-${String.fromCharCode(97 + (index % 26))}"`,
    );
    const half = ["[tui.keys]", ...lines.slice(0, 26)].join("\n");
    expect(tuiOf(half).keys.size).toBe(26);
    const rest = ["[tui.keys]", ...lines.slice(26)].join("\n");
    expect(tuiOf(rest).keys.size).toBe(TUI_ACTIONS.length - 26);
  });
});
