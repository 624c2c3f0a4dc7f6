import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** The codes of a union or of a list, as the package's `api.txt` promises it; unions in it are followed within the package's own words. */
function codesOf(place: string): readonly string[] {
  const [name, type] = place.split("#");
  const api = readFileSync(`${ROOT}packages/${name}/api.txt`, "utf8");
  const declared = new RegExp(
    `(?:type ${type} = |const ${type}: readonly \\[)([^;\\]]*(?:\\[[^\\]]*\\])?[^;\\]]*)`,
  ).exec(api)?.[1];
  if (declared === undefined) throw new Error(`${place} is not declared`);
  const codes = [...declared.matchAll(/"([a-z0-9_]+)"/g)].map(([, code = ""]) => code);
  if (codes.length === 0) throw new Error(`${place} has no codes`);
  return codes;
}

/** The codes of the table under a heading. */
function rowsUnder(heading: string): readonly string[] {
  const page = readFileSync(`${ROOT}docs/troubleshooting.md`, "utf8");
  const section = page.split(/^## /m).find((each) => each.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`there is no section ${heading}`);
  return [...section.matchAll(/^\| `([a-z0-9_]+)` \|/gm)].map(([, code = ""]) => code);
}

test.each([
  ["A server cannot be used", ["transport#TransportErrorCode", "mcp-client#McpClientErrorCode"]],
  ["A tool is not admitted", ["policy#REJECTION_CODES"]],
  ["A call is refused", ["kernel#CheckCode"]],
  ["The journal", ["journal#JournalErrorCode"]],
  ["The configuration does not load", ["config#ConfigErrorCode", "transport#EndpointProblemCode"]],
  ["The configuration loads with a warning", ["config#ConfigWarningCode"]],
])("%s: every code has one row, and no row names a code that does not exist", (heading, places) => {
  expect([...rowsUnder(heading)].sort()).toEqual([...new Set(places.flatMap(codesOf))].sort());
});

test("each row says meaning, cause and fix", () => {
  const page = readFileSync(`${ROOT}docs/troubleshooting.md`, "utf8");
  const rows = page.split("\n").filter((line) => /^\| `[a-z0-9_]+` \|/.test(line));
  expect(rows.filter((row) => !/^\|(?: [^|]*[^| ] \|){4}$/.test(row))).toEqual([]);
});
