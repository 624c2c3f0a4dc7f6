import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { documentOf, errorOf } from "./support/run-program.js";
import { fixtureServer, policy } from "./support/server-tables.js";
import { workplace } from "./support/workplace.js";

describe("perspt mcp policy", () => {
  test("proposes a table for each tool that has none; uncommented and pasted, all of them load and admit", async () => {
    const place = workplace();
    place.configure(fixtureServer("box", "toolbox"), policy("echo", "search"));
    const { stdout, code } = await place.perspt(["mcp", "policy", "box"]);
    expect(code).toBe(0);
    expect(stdout.split("\n").every((line) => line === "" || line.startsWith("#"))).toBe(true);
    expect(stdout).toContain('# # "echo"\n# # It has a table already.\n');
    expect(stdout).toContain(
      '# # The server says: "Appends one line to the effects file, then answers"',
    );
    // As it stands it grants nothing.
    const before = readFileSync(place.configFile, "utf8");
    writeFileSync(place.configFile, `${before}\n${stdout}`);
    const commented = documentOf(await place.perspt(["mcp", "inspect", "box", "--json"]));
    expect(commented).toMatchObject({ servers: [{ admitted: [{ remoteName: "echo" }] }] });
    writeFileSync(place.configFile, `${before}\n${stdout.replaceAll(/^# /gm, "")}`);
    const inspected = documentOf(await place.perspt(["mcp", "inspect", "box", "--json"]));
    expect(inspected).toMatchObject({
      servers: [{ state: "ready", rejected: [], unusedPolicies: [] }],
    });
  });

  test("says of a tool that no policy can admit why, and nothing of a hostile catalog reaches the terminal or the file", async () => {
    const place = workplace();
    place.configure(fixtureServer("bad", "hostile-catalog"));
    const { stdout } = await place.perspt(["mcp", "policy", "bad"]);
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    expect(stdout.split("\n").every((line) => line === "" || line.startsWith("#"))).toBe(true);
    writeFileSync(place.configFile, `${readFileSync(place.configFile, "utf8")}\n${stdout}`);
    expect((await place.perspt(["config", "check"])).code).toBe(0);
    const { tools } = documentOf(await place.perspt(["mcp", "policy", "bad", "--json"]));
    expect(JSON.stringify(tools)).toContain('"state":"impossible"');
  });

  test("says which server there is none of, and why one cannot be asked", async () => {
    const place = workplace();
    place.configure(fixtureServer("old", "legacy"));
    expect(errorOf(await place.perspt(["mcp", "policy", "odl", "--json"]))).toMatchObject({
      code: "no_such_server",
      hint: "Did you mean old?",
    });
    const result = await place.perspt(["mcp", "policy", "old", "--json"]);
    expect([result.code, errorOf(result)]).toMatchObject([4, { code: "incompatible_protocol" }]);
  });
});
