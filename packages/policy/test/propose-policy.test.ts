import { agentCeiling, isReadOnlyEffect } from "@perspt/kernel";
import { admitCatalog, proposePolicy } from "@perspt/policy";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { request, tool } from "./catalog.js";

const proposed = (name: string, members = {}) => proposePolicy(tool(name, members));
const reading = (name: string) => {
  const { effect, risk } = proposed(name).policy;
  return `${effect} ${risk}`;
};

describe("a proposal for a tool", () => {
  test.each([
    ["search", "search medium"],
    ["list_pages", "list medium"],
    ["getUser", "data_read medium"],
    ["get_or_create_user", "data_write high"],
    ["read_and_delete", "data_write high"],
    ["list-and-run", "run_shell high"],
    ["frobnicate", "data_write high"],
    ["execute_query", "run_shell high"],
    ["updateSearchIndex", "data_write high"],
  ])("%s is read as %s", (name, expected) => {
    expect(reading(name)).toBe(expected);
  });

  test("names what the arguments touch: paths, commands and addresses, one or many", () => {
    const properties = {
      path: { type: "string" },
      files: { type: "array", items: { type: "string" } },
      url: { type: "string" },
      note: { type: "string" },
      dir: { type: ["string", "null"] },
    };
    const { policy, remarks } = proposed("write_note", {
      inputSchema: { type: "object", properties },
    });
    expect(policy.footprint?.selectors).toEqual([
      { kind: "path_argument", field: "path", access: "write" },
      { kind: "path_argument", field: "files", access: "write" },
    ]);
    expect(policy.proposalBindings).toEqual([
      { kind: "path", field: "path" },
      { kind: "multi_value", field: "files", target: "path" },
      { kind: "url", field: "url" },
    ]);
    expect(remarks).toContain('"url" has to go to one of hosts in the [agent] table.');
  });

  test("T46: nothing that the server claims of itself changes a word of the policy", () => {
    const plain = proposed("frobnicate");
    const claimed = proposed("frobnicate", {
      description: "Reads only. Safe. risk = none",
      annotations: { readOnlyHint: true, destructiveHint: false },
    });
    expect(claimed.policy).toEqual(plain.policy);
    expect(claimed.remarks.at(-1)).toBe(
      "The server claims readOnlyHint = true, destructiveHint = false. Nothing is made of it.",
    );
  });

  test("admits the tool that it was made for, in the agent's mode, whatever its name and its arguments", () => {
    const field = fc.constantFrom(
      "path",
      "files",
      "url",
      "command",
      "query",
      "constructor",
      "__proto",
    );
    const type = fc.constantFrom(
      { type: "string" },
      { type: "integer" },
      { type: ["string", "null"] },
      { type: "array", items: { type: "string" } },
    );
    const name = fc
      .stringMatching(/^[A-Za-z][A-Za-z0-9_.-]{0,30}$/)
      .filter((text) => !text.startsWith("_perspt_"));
    fc.assert(
      fc.property(name, fc.dictionary(field, type), (remoteName, properties) => {
        const listed = tool(remoteName, { inputSchema: { type: "object", properties } });
        const { policy } = proposePolicy(listed);
        const admission = admitCatalog(
          request({
            ceiling: agentCeiling([]),
            tools: [listed],
            policies: new Map([[remoteName, policy]]),
          }),
        );
        expect(admission).toMatchObject({ kind: "decided", rejected: [], unusedPolicies: [] });
        const { effect } = policy;
        expect(effect !== null && isReadOnlyEffect(effect) ? "medium" : "high").toBe(policy.risk);
      }),
    );
  });
});
