import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseConfig, TUI_ACTIONS } from "../src/index.js";
import { BINDING_FIELDS, SELECTOR_FIELDS } from "../src/read/footprint-schemas.js";
import { MODEL_FIELDS } from "../src/read/read-models.js";
import { POLICY_KEYS } from "../src/read/read-policies.js";
import { SERVER_KEYS } from "../src/read/read-server.js";
import { AGENT_FIELDS, CHAT_FIELDS } from "../src/read/read-settings.js";
import { TUI_FIELDS } from "../src/read/read-tui.js";

const REFERENCE = readFileSync(new URL("../../../docs/configuration.md", import.meta.url), "utf8");

/** The keys in the first column of the tables under a heading. */
function rowsUnder(heading: string): readonly string[] {
  const section = REFERENCE.split(/^## /m).find((text) => text.startsWith(heading)) ?? "";
  return [...section.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, key = ""]) => key);
}

describe("docs/configuration.md", () => {
  test.each([
    ["`[[external_tools]]`", SERVER_KEYS],
    ["`[external_tools.tools.NAME]`", [...POLICY_KEYS, ...Object.keys(SELECTOR_FIELDS)]],
    ["`[model]`", Object.keys(MODEL_FIELDS)],
    ["`[chat]`", Object.keys(CHAT_FIELDS)],
    ["`[tui]`", [...Object.keys(TUI_FIELDS), "keys"]],
    ["`[tui.keys]`", TUI_ACTIONS],
    ["`[agent]`", Object.keys(AGENT_FIELDS)],
  ])("has a row for each key under %s, and for no other", (heading, keys) => {
    expect([...rowsUnder(heading)].sort()).toEqual([...keys].sort());
  });

  test("names every kind of binding", () => {
    for (const kind of Object.keys(BINDING_FIELDS)) expect(REFERENCE).toContain(`\`${kind}\``);
  });

  test("its examples load without a problem", () => {
    const blocks = [...REFERENCE.matchAll(/^```toml\n(.*?)^```$/gms)].map(([, text = ""]) => text);
    expect(blocks.length).toBeGreaterThan(2);
    for (const text of blocks) {
      expect(parseConfig(text, "config.toml")).toMatchObject({ kind: "valid", warnings: [] });
    }
  });
});
