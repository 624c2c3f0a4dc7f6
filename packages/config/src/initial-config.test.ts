import { describe, expect, test } from "vitest";
import { initialConfig, parseConfig } from "./index.js";

describe("the first file", () => {
  test("loads as it stands, with the offline route and no server", () => {
    const reading = parseConfig(initialConfig(), "config.toml");
    expect(reading).toMatchObject({
      kind: "valid",
      warnings: [],
      config: { servers: [], model: { provider: "rehearsal" } },
    });
  });

  test("loads with every setting uncommented, and has them all", () => {
    const reading = parseConfig(initialConfig().replace(/^#(?=\S)/gm, ""), "config.toml");
    expect(reading).toMatchObject({ kind: "valid", warnings: [] });
    if (reading.kind === "invalid") return;
    const { servers, models, agent } = reading.config;
    expect(servers.map(({ id, policies }) => [id, ...policies.keys()])).toEqual([
      ["docs", "search"],
      ["records", "lookup"],
    ]);
    expect([...models.keys()]).toEqual(["local"]);
    expect(agent.commands).toEqual([["npm", "test"]]);
  });
});
