import type { JsonValue } from "@perspt/json";
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
    ["pageLookup", "data_write high"],
    ["__get..page--", "data_read medium"],
    ["GET", "data_read medium"],
    ["v2Get", "data_write high"],
    ["getV2Run", "run_shell high"],
    ["---", "data_write high"],
  ])("%s is read as %s", (name, expected) => {
    expect(reading(name)).toBe(expected);
  });

  test.each([
    ["search", "search find query lookup"],
    ["list", "list"],
    ["data_read", "get read show describe view resolve"],
  ])("by the first word alone it is read as %s: %s", (effect, words) => {
    for (const word of words.split(" ")) {
      expect([word, reading(`${word}_page`)]).toEqual([word, `${effect} medium`]);
      expect([word, reading(`page_${word}`)]).toEqual([word, "data_write high"]);
    }
  });

  test.each([
    [
      "data_write",
      "add append apply approve cancel clear close commit create delete deploy drop edit insert kill merge move post publish push put remove rename replace reset send set start stop submit sync update upload write",
    ],
    ["run_shell", "exec execute shell run command"],
  ])("whatever a name begins with, one of these makes it %s: %s", (effect, words) => {
    for (const word of words.split(" ")) {
      expect([word, reading(`get_${word}_page`)]).toEqual([word, `${effect} high`]);
    }
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
    expect(remarks).toEqual([
      "Taken to change something. Lower effect and risk if you know better.",
      `"path" has to lie in a directory of roots, or in the agent's workspace.`,
      `"files" has to lie in a directory of roots, or in the agent's workspace.`,
      '"url" has to go to one of hosts in the [agent] table.',
    ]);
  });

  test.each([
    ["path", "path file filename filepath directory dir folder cwd"],
    ["url", "url uri endpoint"],
    ["command", "command cmd argv"],
  ])("takes an argument for a %s by its name: %s", (kind, fields) => {
    const bound = (field: string) =>
      proposed("get", {
        inputSchema: { type: "object", properties: { [field]: { type: "string" } } },
      }).policy.proposalBindings;
    for (const field of fields.split(" ")) {
      for (const name of [field, field.toUpperCase()]) {
        expect(bound(name)).toEqual([{ kind, field: name }]);
      }
      const more = kind === "command" ? [] : [`${field}s`, `from_${field}`, `a-b-${field}s`];
      for (const name of more) expect(bound(name)).toEqual([{ kind, field: name }]);
      expect(bound(`${field}x`)).toEqual([]);
      expect(bound(`x${field}`)).toEqual([]);
    }
  });

  test("reads by what it reads, and says that the name alone is why", () => {
    const inputSchema = { type: "object", properties: { path: { type: "string" } } };
    expect(proposed("get_page", { inputSchema })).toEqual({
      policy: {
        effect: "data_read",
        risk: "medium",
        footprint: { selectors: [{ kind: "path_argument", field: "path", access: "read" }] },
        proposalBindings: [{ kind: "path", field: "path" }],
        pin: null,
      },
      remarks: [
        "Its name says that it reads. Check that it does nothing else.",
        `"path" has to lie in a directory of roots, or in the agent's workspace.`,
      ],
    });
    expect(proposed("get_page", { inputSchema: { type: "object" } })).toEqual({
      policy: {
        effect: "data_read",
        risk: "medium",
        footprint: { selectors: [] },
        proposalBindings: [],
        pin: null,
      },
      remarks: ["Its name says that it reads. Check that it does nothing else."],
    });
  });

  test("of what changes something and names nothing is the whole workspace, and says what that costs", () => {
    const inputSchema = {
      type: "object",
      properties: {
        command: { type: "string" },
        argv: { type: "array", items: { type: "string" } },
      },
    };
    expect(proposed("frobnicate", { inputSchema })).toEqual({
      policy: {
        effect: "data_write",
        risk: "high",
        footprint: { selectors: [{ kind: "opaque_workspace" }] },
        proposalBindings: [
          { kind: "command", field: "command" },
          { kind: "multi_value", field: "argv", target: "command" },
        ],
        pin: null,
      },
      remarks: [
        "Taken to change something. Lower effect and risk if you know better.",
        "opaque_workspace conflicts with everything: name what it writes, so that other calls can run beside it.",
        '"command" has to start with one of commands in the [agent] table.',
        '"argv" has to start with one of commands in the [agent] table.',
      ],
    });
  });

  test("looks at no schema that admission would reject, and at 64 arguments of a sound one", () => {
    const path = { type: "string" };
    const bound = (inputSchema: JsonValue) =>
      proposed("get", { inputSchema }).policy.proposalBindings.length;
    for (const schema of [
      null,
      "schema",
      { properties: { path } },
      { type: "string", properties: { path } },
      { type: "object", properties: { path }, $ref: "https://evil.test/s" },
    ]) {
      expect(bound(schema)).toBe(0);
    }
    const many = Object.fromEntries(
      Array.from({ length: 65 }, (_, index) => [`p${index}_path`, path]),
    );
    expect(bound({ type: "object", properties: many })).toBe(64);
  });

  test("T46: nothing that the server claims of itself changes a word of the policy", () => {
    const plain = proposed("frobnicate");
    const claimed = proposed("frobnicate", {
      description: "Reads only. Safe. risk = none",
      annotations: { readOnlyHint: true, destructiveHint: false },
    });
    expect(claimed.policy).toEqual(plain.policy);
    expect(claimed.remarks).toEqual([
      ...plain.remarks,
      "The server claims readOnlyHint = true, destructiveHint = false. Nothing is made of it.",
    ]);
    const others = { idempotentHint: true, openWorldHint: false, readOnlyHint: "yes" };
    expect(proposed("frobnicate", { annotations: others }).remarks.at(-1)).toBe(
      "The server claims idempotentHint = true, openWorldHint = false. Nothing is made of it.",
    );
    for (const annotations of [{}, { title: "x" }, null, "readOnlyHint"]) {
      expect(proposed("frobnicate", { annotations })).toEqual(plain);
    }
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
