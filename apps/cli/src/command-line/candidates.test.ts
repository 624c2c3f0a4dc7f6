import { expect, test } from "vitest";
import { candidates } from "./candidates.js";

test("the first word is a group or a command", () => {
  expect(candidates([])).toEqual([
    "mcp",
    "journal",
    "config",
    "chat",
    "simple-chat",
    "agent",
    "replay",
    "demo",
    "completion",
  ]);
  expect(candidates(["co"])).toEqual(["config", "completion"]);
});

test("the second word is one of the group's commands", () => {
  expect(candidates(["mcp", ""])).toEqual([
    "list",
    "inspect",
    "call",
    "explain",
    "policy",
    "watch",
    "doctor",
    "add",
    "remove",
    "import",
  ]);
  expect(candidates(["--json", "journal", "v"])).toEqual(["verify"]);
});

test("a dash asks for the options of the command that stands there", () => {
  expect(candidates(["mcp", "call", "mcp.docs.search", "--"])).toEqual([
    "--config",
    "--json",
    "--quiet",
    "--verbose",
    "--no-color",
    "--version",
    "--help",
    "--args",
    "--mode",
    "--yes",
  ]);
  expect(candidates(["mcp", "list", "--y"])).toEqual([]);
});

test("nothing is offered where a person's own words stand", () => {
  expect(candidates(["mcp", "call", "mcp."])).toEqual([]);
  expect(candidates(["bogus", ""])).toEqual([]);
  expect(candidates(["constructor", ""])).toEqual([]);
});
