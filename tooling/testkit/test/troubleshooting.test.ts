import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readProblemCodes } from "@perspt/testkit";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const PAGE = readFileSync(`${ROOT}docs/troubleshooting.md`, "utf8");
const CODES = readProblemCodes(ROOT);

/** Which section tells of which closed union or list of codes. */
const SECTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  [
    "A server cannot be used",
    ["transport#TransportErrorCode", "mcp-client#McpClientErrorCode", "policy#CatalogRefusalCode"],
  ],
  ["A tool is not admitted", ["policy#REJECTION_CODES"]],
  ["A call is refused", ["kernel#CheckCode"]],
  ["A permit does not hold", ["kernel#AuthorityRefusalCode"]],
  [
    "A call does not complete",
    [
      "host#HostCode",
      "json#JsonProblemCode",
      "mcp-client#CallErrorCode",
      "mcp-client#InputRefusalCode",
      "mcp-client#SamplingRefusalCode",
      "session#SamplingDenialCode",
    ],
  ],
  ["The journal", ["journal#JournalErrorCode"]],
  ["The configuration does not load", ["config#ConfigErrorCode", "transport#EndpointProblemCode"]],
  ["The configuration loads with a warning", ["config#ConfigWarningCode"]],
  [
    "Servers are added and imported",
    ["config#EditProblemCode", "config#EntrySkipCode", "config#ImportSkipCode"],
  ],
  ["A command does not do its work", ["cli#CliCode"]],
  ["The model does not answer", ["models#ModelFailureCode"]],
  [
    "A coding run ends without its change",
    ["agent#AgentCode", "agent#RefusalCode", "agent#WorkspaceProblemCode"],
  ],
  ["A server's question is warned of", ["elicitation#ElicitationWarningCode"]],
  [
    "Something was noticed of a server",
    [
      "transport#TransportDiagnosticCode",
      "mcp-client#McpDiagnosticCode",
      "mcp-client#ProgressFault",
      "mcp-client#SubscriptionFault",
    ],
  ],
]);

/** Codes that nobody at a terminal meets. */
const SHOWN_TO_NOBODY: ReadonlyMap<string, string> = new Map([
  ["json#CanonicalFormErrorCode", "thrown at a program that hands over what is no JSON"],
  ["json#SchemaProblemCode", "a person reads its sentence, under invalid_schema"],
  ["kernel#KernelErrorCode", "thrown at a program that reads a capability from elsewhere"],
  ["mcp-client#UriProblemCode", "answers a program that expands a resource template"],
  ["session#UnmadeCallCode", "told to the model alone"],
  ["session#UnknownResultCode", "told to the model alone, of calls of an earlier run"],
]);

/** Where a code may be any text: whoever stands behind a port has codes of its own, and what carries them has to hold them. */
const OPEN: readonly string[] = [
  // The ports: a guard, a write gate, a sampling provider.
  "packages/mcp-client/src/call-guard.ts code: string;",
  "packages/mcp-client/src/sampling-provider.ts code: string;",
  "packages/transport/src/mcp-transport.ts code: string;",
  "packages/transport/src/transport-error.ts code: string;",
  // What carries an outcome: calls, records, the model's envelope, the program's last line.
  "packages/mcp-client/src/call-inputs.ts code: string;",
  "packages/mcp-client/src/call-outcome.ts code: string;",
  "packages/journal/src/journal-state.ts code: string | null;",
  "packages/journal/src/records/journal-record.ts code: string;",
  "packages/journal/src/records/journal-record.ts code: string | null;",
  "packages/journal/src/records/journal-record.ts code: string;",
  "packages/journal/src/records/journal-record.ts code: string | null;",
  "packages/session/src/model-result/model-result.ts code: string | null;",
  "packages/agent/src/run/agent-end.ts code: string;",
  "apps/cli/src/output/command-result.ts code: string;",
  // What asks which code it is, and makes none.
  "apps/cli/src/commands/agent/end-result.ts code: string",
  "apps/cli/src/output/exit-codes.ts code: string",
  "apps/cli/src/output/exit-codes.ts code: string",
  "packages/agent/src/tools/tree/list-tree.ts code: string",
];

function codesOf(place: string): readonly string[] {
  const codes = CODES.types.get(place);
  if (codes === undefined) throw new Error(`${place} is not declared`);
  return codes;
}

/** The codes of the table under a heading. */
function rowsUnder(heading: string): readonly string[] {
  const section = PAGE.split(/^## /m).find((each) => each.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`there is no section ${heading}`);
  return [...section.matchAll(/^\| `([a-z0-9_]+)` \|/gm)].map(([, code = ""]) => code);
}

test.each([...SECTIONS])(
  "%s: every code has one row, and no row names a code that does not exist",
  (heading, places) => {
    expect([...rowsUnder(heading)].sort()).toEqual([...new Set(places.flatMap(codesOf))].sort());
  },
);

test("every union and list of codes has its section, or is named as shown to nobody", () => {
  expect([...CODES.types.keys()].sort()).toEqual(
    [...[...SECTIONS.values()].flat(), ...SHOWN_TO_NOBODY.keys()].sort(),
  );
});

test("a code that is written out where a problem is made belongs to a union or list", () => {
  const known = new Set([...CODES.types.values()].flat());
  expect([...CODES.written].filter(([code]) => !known.has(code))).toEqual([]);
});

test("a code is any text only at the ports and in what carries theirs", () => {
  expect([...CODES.open].sort()).toEqual([...OPEN].sort());
});

test("each row says meaning, cause and fix", () => {
  const rows = PAGE.split("\n").filter((line) => /^\| `[a-z0-9_]+` \|/.test(line));
  expect(rows.filter((row) => !/^\|(?: [^|]*[^| ] \|){4}$/.test(row))).toEqual([]);
});
