import type { JsonObject } from "@perspt/json";
import type { FootprintSelector, ProposalBinding } from "@perspt/kernel";
import type { ToolPolicy } from "@perspt/policy";
import { describe, expect, test } from "vitest";
import { rejectionOf, SEARCH_POLICY, searchUnder, tool } from "./catalog.js";

const rejected = (policy: Partial<ToolPolicy>, inputSchema?: JsonObject) =>
  rejectionOf(
    searchUnder(
      policy,
      inputSchema === undefined ? {} : { tools: [tool("search", { inputSchema })] },
    ),
  );

const path = (field: string, access: "read" | "write"): FootprintSelector => ({
  kind: "path_argument",
  field,
  access,
});
const selecting = (...selectors: readonly FootprintSelector[]): Partial<ToolPolicy> => ({
  effect: "data_write",
  footprint: { selectors },
});
const binding = (...proposalBindings: readonly ProposalBinding[]): Partial<ToolPolicy> => ({
  proposalBindings,
});
const line = (hint: string, start: string) => hint.split("\n").find((row) => row.startsWith(start));

describe("unknown_footprint_field (T47)", () => {
  test.each<readonly [member: JsonObject, because: string]>([
    [{}, "is neither text nor a list of text"],
    [{ type: "integer" }, "is neither text nor a list of text"],
    [{ type: ["string", "null"] }, "may be null"],
  ])("says why %j cannot select", (member, because) => {
    const schema: JsonObject = { type: "object", properties: { query: member } };
    expect(rejected({}, schema).reason).toBe(
      `The footprint selects by the argument "query", which ${because}.`,
    );
  });

  test("repairs each faulty selector alone: a reading one reads the whole server, a writing one the workspace", () => {
    const { reason, hint } = rejected(
      selecting(path("gone", "read"), path("query", "read"), path("lost", "write")),
    );
    expect(reason).toBe(
      'The footprint selects by the argument "gone", which is not declared in the tool\'s input schema.',
    );
    expect(line(hint, "footprint")).toBe(
      'footprint = { selectors = [{ kind = "literal", resource = "mcp.docs.*", access = "read" }, { kind = "path_argument", field = "query", access = "read" }, { kind = "opaque_workspace" }] }',
    );
  });

  test("names the arguments that can select, of the first 32, each cut at 64 characters, and none that cannot", () => {
    const none: JsonObject = { type: "object", properties: { limit: { type: "integer" } } };
    const advice = (schema?: JsonObject) =>
      line(rejected(selecting(path("gone", "write")), schema).hint, "# Arguments");
    const rest = "Without one, the call counts as touching the whole server or workspace.";
    expect(advice()).toBe(`# Arguments that can select: "query", "paths". ${rest}`);
    expect(advice(none)).toBe(`# Arguments that can select: none. ${rest}`);
    expect(advice({ type: "object" })).toBe(`# Arguments that can select: none. ${rest}`);
    const long = { type: "object", properties: { ["x".repeat(65)]: { type: "string" } } };
    expect(advice(long)).toBe(`# Arguments that can select: "${"x".repeat(64)}". ${rest}`);
    const many = Object.fromEntries(
      Array.from({ length: 33 }, (_, index) => [`a${index}`, { type: "string" }]),
    );
    expect(advice({ type: "object", properties: many })).toBe(
      `# Arguments that can select: "a0", "a1", "a2", "a3", "a4", "a5" and 26 more. ${rest}`,
    );
  });
});

describe("invalid_binding", () => {
  const many: ProposalBinding = { kind: "multi_value", field: "paths", target: "path" };

  test.each<readonly [ProposalBinding, because: string, repaired: string]>([
    [
      { kind: "path", field: "paths" },
      "is a list: a list takes a multi_value binding",
      '{ kind = "multi_value", field = "paths", target = "path" }',
    ],
    [
      { kind: "url", field: "paths" },
      "is a list: a list takes a multi_value binding",
      '{ kind = "multi_value", field = "paths", target = "url" }',
    ],
    [
      { kind: "multi_value", field: "query", target: "command" },
      "is one text: one text takes a command binding",
      '{ kind = "command", field = "query" }',
    ],
  ])("%j is repaired alone, to the kind that fits", (faulty, because, repaired) => {
    const { reason, hint } = rejected(binding(many, faulty, many));
    expect(reason).toBe(
      `The ${faulty.kind} binding names the argument "${faulty.field}", which ${because}.`,
    );
    const kept = '{ kind = "multi_value", field = "paths", target = "path" }';
    expect(line(hint, "proposal_bindings")).toBe(
      `proposal_bindings = [${kept}, ${repaired}, ${kept}]`,
    );
  });

  test("of an argument that is not there has no repair, and names those that are", () => {
    expect(rejected(binding(many, { kind: "path", field: "gone" }))).toMatchObject({
      reason:
        'The path binding names the argument "gone", which is not declared in the tool\'s input schema.',
      hint: '# Only an argument that is always text or a list of text can be bound: "query", "paths".',
    });
  });

  test("a command takes one text or a list: a list is one program with its arguments", () => {
    for (const field of ["query", "paths"]) {
      expect(searchUnder(binding({ kind: "command", field })).kind).toBe("admitted");
    }
  });
});

describe("incoherent_footprint", () => {
  test("a reader that writes is offered as one that changes something", () => {
    const { reason, hint } = rejected({ footprint: { selectors: [path("query", "write")] } });
    expect(reason).toBe('The effect search reads only, and the footprint of "search" writes.');
    expect(line(hint, "# Or")).toBe(
      "# Or the footprint reads only, if that is what the tool does.",
    );
    expect(line(hint, "effect")).toBe('effect = "data_write"');
  });

  test("a writer that writes nowhere is offered with the whole workspace beside what it reads", () => {
    const { reason, hint } = rejected(selecting(path("query", "read")));
    expect(reason).toBe(
      'The effect data_write changes something, and the footprint of "search" writes nowhere.',
    );
    expect(line(hint, "# Or")).toBe(
      '# Or a selector with access = "write" that says what the tool changes.',
    );
    expect(line(hint, "footprint")).toBe(
      'footprint = { selectors = [{ kind = "path_argument", field = "query", access = "read" }, { kind = "opaque_workspace" }] }',
    );
  });

  test("what fetches or asks may write nowhere or somewhere", () => {
    for (const effect of ["network_fetch", "ask_user"] as const) {
      for (const footprint of [
        SEARCH_POLICY.footprint,
        { selectors: [path("query", "write")] },
      ] as const) {
        expect(searchUnder({ effect, footprint }).kind).toBe("admitted");
      }
    }
  });
});
