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

  test("whatever the schemas are that a tool may have, all of what is proposed loads and admits", async () => {
    const place = workplace();
    const text = { type: "string" };
    const tools = Object.entries({
      read_file: { properties: { path: text }, required: ["path"] },
      "copy.files": { properties: { sources: { type: "array", items: text }, dir: text } },
      fetch: { properties: { url: text, endpoints: { type: "array", items: text } } },
      run: { properties: { command: text, argv: { type: "array", items: text } } },
      by_reference: { $defs: { P: text }, properties: { path: { $ref: "#/$defs/P" } } },
      either: { properties: { path: { anyOf: [text, { type: "integer" }] } } },
      nullable: { properties: { file: { type: ["string", "null"] } } },
      nested: { properties: { where: { type: "object", properties: { path: text } } } },
      chosen: { properties: { path: { enum: ["a", "b"] } } },
      "list-all": {},
      delete_everything: { additionalProperties: false },
      in_all: { allOf: [{ properties: { directory: text } }] },
    }).map(([name, schema]) => ({ name, inputSchema: { type: "object", ...schema } }));
    place.write("catalog.json", JSON.stringify(tools));
    place.configure(
      fixtureServer("box", "changes-its-tools", {
        args: ["--catalog", place.path("catalog.json")],
      }),
    );
    const { stdout } = await place.perspt(["mcp", "policy", "box"]);
    const before = readFileSync(place.configFile, "utf8");
    writeFileSync(place.configFile, `${before}\n${stdout.replaceAll(/^# /gm, "")}`);
    const { servers } = documentOf(await place.perspt(["mcp", "inspect", "box", "--json"]));
    expect(servers).toMatchObject([{ state: "ready", rejected: [], unusedPolicies: [] }]);
    expect(JSON.stringify(servers).match(/"operation":"mcp\.box\./g)).toHaveLength(tools.length);
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
