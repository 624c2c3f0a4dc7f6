import type { JsonObject } from "@perspt/json";
import { agentCeiling, CHAT_CEILING } from "@perspt/kernel";
import type { CatalogRequest, ToolPolicy } from "@perspt/policy";
import { describe, expect, test } from "vitest";
import { rejectionOf, SEARCH_SCHEMA, searchUnder, tool } from "./catalog.js";

type Changes = Partial<CatalogRequest>;

/** What the one tool `search` is rejected with under a changed policy or listing. */
const rejected = (policy: Partial<ToolPolicy>, changes: Changes = {}) =>
  rejectionOf(searchUnder(policy, changes));
const listed = (...tools: CatalogRequest["tools"]): Changes => ({ tools });
const withSchema = (members: JsonObject): Changes =>
  listed(tool("search", { inputSchema: { ...SEARCH_SCHEMA, ...members } }));
const chat: Changes = { ceiling: CHAT_CEILING };

/** A rejection's hint that is a table: its advice and the lines under its name. */
const table = (advice: readonly string[], ...lines: readonly string[]): string =>
  [
    `# Under [[external_tools]] id = "docs", as this tool's only table.`,
    ...advice.map((sentence) => `# ${sentence}`),
    `[external_tools.tools."search"]`,
    ...lines,
  ].join("\n");
const BY_QUERY =
  'footprint = { selectors = [{ kind = "scoped_argument", family = "company-docs", field = "query", access = "read" }] }';
const OPAQUE = 'footprint = { selectors = [{ kind = "opaque_workspace" }] }';
const NOTHING = "footprint = { selectors = [] }";

describe("a server's fault is told as such: no policy repairs it", () => {
  test.each<readonly [string, Changes, reason: string, hint: string]>([
    [
      "reserved_name",
      listed(tool("_perspt_x")),
      'The name "_perspt_x" starts with _perspt_, which is kept for Perspt\'s own operations.',
      "# No policy admits it: the server has to give the tool another name.",
    ],
    [
      "invalid_name",
      listed(tool("a b")),
      'Expected a name of 1 to 128 ASCII letters, digits, _, . and -; the server lists "a b".',
      "# No policy admits it: the server has to give the tool another name.",
    ],
    [
      "invalid_name",
      listed(tool("se\u0430rch")),
      'Expected a name of 1 to 128 ASCII letters, digits, _, . and -; the server lists "se\u0430rch", whose "\u0430" is no Latin letter but a Cyrillic one (U+0430).',
      "# No policy admits it: the server has to give the tool another name.",
    ],
    [
      "duplicate_name",
      listed(tool("search"), tool("search"), tool("search")),
      'The server lists "search" 3 times; none of them is admitted.',
      "# No policy admits it: the server has to list each name once.",
    ],
    [
      "undeclared_tool",
      listed(tool("constructor")),
      'No policy table stands under exactly the name "constructor".',
      "# No configuration can name it: the server has to give the tool another name.",
    ],
    [
      "invalid_schema",
      listed(tool("search", { inputSchema: null })),
      "The tool's input schema is not accepted. Expected a schema that is a JSON object.",
      "# No policy admits it: the server has to repair the tool's definition.",
    ],
    [
      "invalid_schema",
      withSchema({ properties: 5 }),
      'The tool\'s input schema is not accepted at "/properties". properties must be an object whose members are schemas; got 5.',
      "# No policy admits it: the server has to repair the tool's definition.",
    ],
    [
      "invalid_schema",
      listed(tool("search", { outputSchema: { required: 5 } })),
      'The tool\'s output schema is not accepted at "/required". required must be a list of names; got 5.',
      "# No policy admits it: the server has to repair the tool's definition.",
    ],
    [
      "invalid_schema",
      listed(tool("search", { title: "\ud800" })),
      "The tool's definition is not accepted. It holds a value without a canonical form, so no digest can stand for it.",
      "# No policy admits it: the server has to repair the tool's definition.",
    ],
    [
      "invalid_parameter_header",
      {
        transport: "streamable_http",
        ...withSchema({ properties: { query: { type: "string", "x-mcp-header": "" } } }),
      },
      'The x-mcp-header at "/properties/query" must be the name of an HTTP header; it is "".',
      "# No policy admits it: the server has to repair the tool's schema.",
    ],
  ])("%s (case %#)", (code, changes, reason, hint) => {
    expect(rejected({}, changes)).toEqual({
      remoteName: changes.tools?.[0]?.name,
      code,
      reason,
      hint,
    });
  });

  test("an output schema may be of any type: only the arguments are an object (T2)", () => {
    const output = tool("search", { outputSchema: { type: "string" } });
    expect(searchUnder({}, listed(output)).kind).toBe("admitted");
  });
});

describe("an omission is filled in as cautiously as the mode allows, and said so", () => {
  const risk = 'risk = "low"';
  const ASKED =
    "Name the effect that the tool really has; as it stands here, every call is asked for and runs alone.";
  const READS = "Only if the tool changes nothing, here or elsewhere; chat admits no other.";

  test("of a tool without a policy, to the agent and to chat", () => {
    const undeclared: Changes = { policies: new Map() };
    expect(rejected({}, undeclared)).toMatchObject({
      reason: 'No policy table stands under exactly the name "search".',
      hint: table([ASKED], 'effect = "run_shell"', 'risk = "high"', OPAQUE),
    });
    expect(rejected({}, { ...undeclared, ...chat }).hint).toBe(
      table([READS], 'effect = "data_read"', 'risk = "medium"', NOTHING),
    );
  });

  test.each<readonly [Partial<ToolPolicy>, Changes, missing: string, hint: string]>([
    [
      { effect: null, footprint: null },
      {},
      "effect",
      table([ASKED], 'effect = "run_shell"', risk, OPAQUE),
    ],
    [
      { effect: null, footprint: null },
      chat,
      "effect",
      table([READS], 'effect = "data_read"', risk, NOTHING),
    ],
    [
      { effect: null },
      {},
      "effect",
      table(
        [
          "Name what the tool really does and touches; what was missing is filled in as cautiously as the rest allows.",
        ],
        'effect = "run_shell"',
        risk,
        BY_QUERY,
      ),
    ],
    [
      { effect: null, footprint: { selectors: [] } },
      chat,
      "effect",
      table(
        [
          "Name what the tool really does and touches; what was missing is filled in as cautiously as the rest allows.",
        ],
        'effect = "data_read"',
        risk,
        NOTHING,
      ),
    ],
    [
      { footprint: null },
      {},
      "footprint",
      table(
        [
          "Name what the tool touches; as it stands here, you say that a search call touches nothing, and none waits for another.",
        ],
        'effect = "search"',
        risk,
        NOTHING,
      ),
    ],
    [
      { effect: "data_write", footprint: null },
      {},
      "footprint",
      table(
        [
          "Name what the tool really does and touches; what was missing is filled in as cautiously as the rest allows.",
        ],
        'effect = "data_write"',
        risk,
        OPAQUE,
      ),
    ],
  ])("opaque_shell (case %#)", (policy, changes, missing, hint) => {
    expect(rejected(policy, changes)).toEqual({
      remoteName: "search",
      code: "opaque_shell",
      reason: `The policy of "search" omits ${missing}, so it counts as a high-risk opaque shell.`,
      hint,
    });
  });
});

describe("a ceiling is told with what would pass under it (T54)", () => {
  test("a reserved effect, and one that chat does not hold", () => {
    expect(rejected({ effect: "tool_program" })).toMatchObject({
      reason: 'The effect tool_program of "search" is a reserved word that no grant holds yet.',
      hint: "# A policy that names the effect which the tool really has, if it is another.",
    });
    expect(rejected({ effect: "ask_user" }, chat)).toMatchObject({
      reason: 'The ceiling of this mode does not hold the effect ask_user of "search".',
      hint: '# No policy changes it here: chat only reads. The agent may call the tool: modes = ["agent"] at the server.',
    });
  });

  test("critical is named under [agent] where only that is missing; any other risk is lowered to the limit", () => {
    const above = (risk: string, limit: string) =>
      `The risk ${risk} of "search" is above the ceiling of this mode, ${limit} for the effect search.`;
    const lowered = (limit: string) =>
      table(
        ["Only if the tool honestly has no higher risk."],
        'effect = "search"',
        `risk = "${limit}"`,
        BY_QUERY,
      );
    expect(rejected({ risk: "critical" }, { ceiling: agentCeiling(["git_write"]) })).toMatchObject({
      reason: above("critical", "high"),
      hint: '[agent]\ncritical_effects = ["git_write", "search"]',
    });
    for (const risk of ["high", "critical"] as const) {
      expect(rejected({ risk }, chat)).toMatchObject({
        reason: above(risk, "medium"),
        hint: lowered("medium"),
      });
    }
    const narrow = { ceiling: { ...agentCeiling([]), riskCeiling: "none" } } as const;
    expect(rejected({ risk: "low" }, narrow)).toMatchObject({
      reason: above("low", "none"),
      hint: lowered("none"),
    });
  });
});

test("another definition than the pinned one is told with both digests, and the table with the new one (T42)", () => {
  const pin = `sha256:${"0".repeat(64)}`;
  const admitted = searchUnder({});
  const digest = admitted.kind === "admitted" ? admitted.operation.digest : "";
  expect(rejected({ pin })).toMatchObject({
    code: "definition_changed",
    reason: `The definition of "search" has the digest ${digest}, and the policy pins "${pin}".`,
    hint: table(
      ["After a look at what the server changed."],
      'effect = "search"',
      'risk = "low"',
      BY_QUERY,
      `pin = "${digest}"`,
    ),
  });
});
