import { tmpdir } from "node:os";
import { createAuthority } from "@perspt/kernel";
import { describe, expect, test } from "vitest";
import { createMcpHost, type McpHostOptions } from "../src/index.js";
import { AGENT_GRANT } from "./hosts.js";

const authority = createAuthority();
const right: McpHostOptions = {
  mode: "agent",
  servers: [],
  authority,
  capability: authority.grant(AGENT_GRANT),
  journal: { open: () => Promise.reject(new Error("not opened")) },
  environment: process.env,
  workingDirectory: tmpdir(),
  workspace: null,
  protectedPaths: [],
  clientVersion: "0",
};

describe("the options of a host", () => {
  test("need nothing of what has a safe default", () => {
    expect(createMcpHost(right).reports()).toStrictEqual([]);
  });

  test.each([
    ["mode", "admin", '"chat" or "agent"; got a string.'],
    [
      "servers",
      undefined,
      "the servers of a configuration as parseConfig of @perspt/config gives them, [] for none; got nothing.",
    ],
    [
      "localOperations",
      [{}],
      "an array of operations with definition, policy and execute; got an array.",
    ],
    ["authority", {}, "what createAuthority of @perspt/kernel gave; got an object."],
    ["capability", undefined, "what authority.grant(…) gave; got nothing."],
    [
      "journal",
      "state",
      "{ open }, where open resolves with what openJournal of @perspt/journal gives; got a string.",
    ],
    [
      "approvals",
      () => {},
      "an ApprovalsPort with ask(request, signal), or null where nobody can be asked; got a function.",
    ],
    ["elicitation", null, "a McpElicitationProvider with elicit(request, signal); got null."],
    [
      "environment",
      undefined,
      "the variables that servers may be given, such as process.env; got nothing.",
    ],
    ["workingDirectory", ".", "an absolute path; got a string."],
    ["workspace", undefined, "an absolute path, or null for none; got nothing."],
    [
      "protectedPaths",
      ["journal"],
      "an array of absolute paths that no call may touch; got an array.",
    ],
    ["clientVersion", 1, "a version to tell servers; got the number 1."],
    ["clock", 0, "a clock with now(), such as Date; got the number 0."],
  ])("%s is named where it is not of its type", (name, value, sentence) => {
    const options: unknown = { ...right, [name]: value };
    expect(() => createMcpHost(options as McpHostOptions)).toThrow(
      new TypeError(`createMcpHost: expected ${name} to be ${sentence}`),
    );
  });
});
