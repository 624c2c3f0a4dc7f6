import { parseConfig } from "@perspt/config";
import { startFixture } from "@perspt/fixture-servers";
import { describe, expect, onTestFinished, test } from "vitest";
import { fates, GOOD_TOOLS, HEADER_FATES, OTHER_FATES, POLICY_TOOLS } from "./support/fates.js";
import { documentOf } from "./support/run-program.js";
import { fixtureServer, httpServer, policy } from "./support/server-tables.js";
import { type Workplace, workplace } from "./support/workplace.js";

/** Everything that a terminal obeys or a reader does not see; line feeds are the program's own. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Variation_Selector}]/u;
const BY_QUERY = `[{ kind = "scoped_argument", family = "docs", field = "query", access = "read" }]`;
const POLICIES = POLICY_TOOLS.map((tool) => policy(tool, "search", { selectors: BY_QUERY }));

async function overHttp(): Promise<Workplace & { readonly table: string }> {
  const server = await startFixture("sixty-tools");
  onTestFinished(() => server.stop());
  return configured(httpServer("docs", server.url));
}

function configured(table: string): Workplace & { readonly table: string } {
  const place = workplace();
  place.configure(table, ...POLICIES);
  return { ...place, table };
}

describe("sixty tools, of which four are sound (T33, T35, T36, T45, T46, T47, T49, reports 8, 10, 16)", () => {
  test("over HTTP each of the others is rejected alone: the rule, the reason, and what would change it", async () => {
    const { perspt } = await overHttp();
    const result = await perspt(["mcp", "inspect", "--json"]);
    expect([result.code, result.stderr]).toEqual([0, ""]);
    const { admitted, rejected } = fates(documentOf(result));
    expect(admitted).toEqual(GOOD_TOOLS);
    expect(rejected).toEqual([...OTHER_FATES, ...HEADER_FATES]);
    expect(admitted.length + rejected.length).toBe(60);
  });

  test("over stdio, where nothing is mirrored into headers, those that fail by their headers alone are admitted", async () => {
    const { perspt } = configured(fixtureServer("docs", "sixty-tools"));
    const { admitted, rejected } = fates(documentOf(await perspt(["mcp", "inspect", "--json"])));
    expect(admitted).toEqual([...GOOD_TOOLS, ...HEADER_FATES.map(([name]) => name)]);
    expect(rejected).toEqual(OTHER_FATES);
  });

  test("the TOML that is shown loads, and admits the tool that it is shown for", async () => {
    const { perspt, configure, table } = await overHttp();
    const before = fates(documentOf(await perspt(["mcp", "inspect", "--json"])));
    const tables = before.rejected.filter(([, , , hint]) =>
      hint.includes("[external_tools.tools."),
    );
    const repaired = new Set(tables.map(([name]) => name));
    const others = POLICY_TOOLS.filter((tool) => !repaired.has(tool));
    const pasted = [
      table,
      ...others.map((tool) => policy(tool, "search", { selectors: BY_QUERY })),
      ...tables.map(([, , , hint]) => hint),
    ];
    expect(parseConfig(pasted.join("\n\n"), "pasted.toml").kind).toBe("valid");
    configure(...pasted);
    const after = fates(documentOf(await perspt(["mcp", "inspect", "--json"])));
    expect([...repaired]).toEqual([
      "undeclared",
      "Plain",
      "field_absent",
      "field_number",
      "field_nullable",
      "field_in_a_branch",
      "field_untyped",
    ]);
    expect(after.admitted).toEqual([...GOOD_TOOLS, ...repaired]);
  });

  test("people are shown each reason, and of the hints three that differ: what can be pasted, one rule after the other", async () => {
    const { perspt } = await overHttp();
    const { stdout } = await perspt(["mcp", "inspect"]);
    for (const [, code, reason] of [...OTHER_FATES, ...HEADER_FATES]) {
      expect(stdout).toContain(`${code}  `);
      expect(stdout).toContain(reason);
    }
    const hints = stdout.slice(stdout.indexOf("What would change that"));
    expect(hints.match(/(?<=\[external_tools\.tools\.")[^"]+/g)).toEqual([
      "undeclared",
      "field_absent",
      "Plain",
    ]);
    expect(hints).toContain("… and 9 more: --verbose or --json shows them.");
    const { stdout: verbose } = await perspt(["mcp", "inspect", "--verbose"]);
    expect(
      verbose.split("# No policy admits it: the server has to give the tool another name."),
    ).toHaveLength(2);
  });

  test.each([[["--json"]], [["--verbose"]], [[]]])(
    "nothing of them reaches the terminal but what can be seen: inspect %j (T56–T59)",
    async (words) => {
      const { perspt } = await overHttp();
      const { code, stdout, stderr } = await perspt(["mcp", "inspect", ...words]);
      expect([code, stderr]).toEqual([0, ""]);
      expect(UNSEEN.exec(stdout)).toBeNull();
      for (const shown of ["csi\\u001b[2J", "c1\\u009b31m", "bidi\\u202etxt"]) {
        expect(stdout).toContain(shown);
      }
    },
  );
});
