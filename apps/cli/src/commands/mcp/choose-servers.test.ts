import { type PersptConfig, parseConfig } from "@perspt/config";
import { describe, expect, test } from "vitest";
import { chooseServers } from "./choose-servers.js";
import { findServer } from "./find-server.js";

function configOf(...servers: readonly (readonly [id: string, modes: string])[]): PersptConfig {
  const text = servers.map(
    ([id, modes]) =>
      `[[external_tools]]\nid = "${id}"\ntransport = "stdio"\ncommand = ["x"]\nmodes = ${modes}\n`,
  );
  const reading = parseConfig(text.join("\n"), "test.toml");
  if (reading.kind === "invalid") throw new Error(JSON.stringify(reading.problems));
  return reading.config;
}

const CONFIG = configOf(
  ["docs", '["agent", "chat"]'],
  ["talk", '["chat"]'],
  ["build", '["agent"]'],
);

function idsOf(choice: ReturnType<typeof chooseServers>) {
  if (choice.kind === "unknown") return choice;
  return choice.plans.map(({ mode, servers }) => [mode, servers.map(({ id }) => id)]);
}

describe("the servers to inspect", () => {
  test("are all, each in its own mode: agent where it lists it, else chat", () => {
    expect(idsOf(chooseServers(CONFIG, [], null))).toEqual([
      ["agent", ["docs", "build"]],
      ["chat", ["talk"]],
    ]);
  });

  test("are those named, in the configuration's order, once", () => {
    expect(idsOf(chooseServers(CONFIG, ["build", "docs", "build"], "chat"))).toEqual([
      ["chat", ["docs", "build"]],
    ]);
  });

  test("a name that is none comes with what was meant", () => {
    expect(idsOf(chooseServers(CONFIG, ["dosc"], null))).toEqual({
      kind: "unknown",
      id: "dosc",
      hint: "Did you mean docs?",
    });
    expect(idsOf(chooseServers(CONFIG, ["constructor"], null))).toEqual({
      kind: "unknown",
      id: "constructor",
      hint: "Servers: docs, talk, build.",
    });
    expect(idsOf(chooseServers(configOf(), ["x"], null))).toMatchObject({
      hint: "The configuration names no server: `perspt mcp add` or `perspt mcp import` adds one.",
    });
  });
});

describe("the server of an operation", () => {
  const config = configOf(["a", '["agent"]'], ["a__b", '["agent"]'], ["A-1", '["agent"]']);
  const cases: readonly (readonly [operation: string, id: string | null])[] = [
    ["mcp.a.search", "a"],
    ["mcp.a.b.c", "a"],
    ["mcp__a__search", "a"],
    ["mcp__a__b__search", "a__b"],
    ["mcp.A-1._perspt_resource_read", "A-1"],
    ["mcp.b.search", null],
    ["a.search", null],
    ["mcp.a", null],
    ["", null],
  ];
  test.each(cases)("%s", (operation, id) => {
    expect(findServer(config, operation)?.id ?? null).toBe(id);
  });
});
