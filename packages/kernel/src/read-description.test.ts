import { describe, expect, test } from "vitest";
import { DESCRIPTION_LIST_LIMIT, readCapabilityDescription } from "./read-description.js";

const VALID = {
  version: 1,
  mode: "agent",
  effects: ["run_shell", "search", "search"],
  riskCeiling: "high",
  criticalEffects: ["run_shell", "data_write"],
  asksFrom: "medium",
  paths: [
    { provider: null, path: "/proj/./a/.." },
    { provider: "docs", path: "/proj/sub" },
    { provider: "docs", path: "/other" },
  ],
  commands: [["npm", "test", "x"], ["npm", "test"], ["make"]],
  hosts: ["B.test:8443", "a.test"],
  providers: [
    { provider: "z", endpointIdentity: "e", policyDigest: "p", toolDigests: ["b", "a", "b"] },
    { provider: "a", endpointIdentity: "e", policyDigest: "p", toolDigests: null },
  ],
  callBudget: 3,
  expiresAt: null,
};

const reasonOf = (change: object): string => {
  const reading = readCapabilityDescription({ ...VALID, ...change });
  return reading.kind === "invalid" ? reading.reason : "read";
};

describe("reading a capability description", () => {
  test("gives its one spelling: sorted, without repetition, without what another member covers", () => {
    expect(readCapabilityDescription(VALID)).toEqual({
      kind: "read",
      description: {
        version: 1,
        mode: "agent",
        effects: ["search", "run_shell"],
        riskCeiling: "high",
        criticalEffects: ["run_shell"],
        asksFrom: "medium",
        paths: [
          { provider: "docs", path: "/other" },
          { provider: null, path: "/proj" },
        ],
        commands: [["make"], ["npm", "test"]],
        hosts: ["a.test:443", "a.test:80", "b.test:8443"],
        providers: [
          { provider: "a", endpointIdentity: "e", policyDigest: "p", toolDigests: null },
          { provider: "z", endpointIdentity: "e", policyDigest: "p", toolDigests: ["a", "b"] },
        ],
        callBudget: 3,
        expiresAt: null,
      },
    });
  });

  test("a scope covers those of its own provider, and of all providers only where it is for all", () => {
    const scope = (provider: string | null, path: string) => ({ provider, path });
    const paths = [
      scope("docs", "/a"),
      scope("docs", "/a/b"),
      scope("other", "/a/b"),
      scope(null, "/a/b/c"),
      scope("docs", "/a/b/c/d"),
    ];
    const reading = readCapabilityDescription({ ...VALID, paths });
    expect(reading.kind === "read" && reading.description.paths).toEqual([
      scope("docs", "/a"),
      scope("other", "/a/b"),
      scope(null, "/a/b/c"),
    ]);
  });

  test("critical effects have no force under a ceiling below high", () => {
    const reading = readCapabilityDescription({ ...VALID, riskCeiling: "medium" });
    expect(reading.kind === "read" && reading.description.criticalEffects).toEqual([]);
  });

  test.each([
    [{ version: 2 }, '"version" of a capability description must be the number 1'],
    [{ mode: "root" }, '"mode" of a capability description must be one of agent, chat'],
    [{ effects: "search" }, '"effects" of a capability description must be a list'],
    [{ effects: ["fly"] }, '"effects" of a capability description must be one of read_file'],
    [
      { riskCeiling: "critical" },
      '"riskCeiling" of a capability description must be one of none, low, medium, high',
    ],
    [{ asksFrom: null }, '"asksFrom" of a capability description must be one of'],
    [
      { paths: [{ provider: null, path: "a" }] },
      '"paths" of a capability description must be a list of plain absolute paths',
    ],
    [
      { paths: [{ provider: "", path: "/a" }] },
      '"paths" of a capability description must be text that is not empty',
    ],
    [{ paths: [null] }, "A path scope must be an object"],
    [{ paths: [[]] }, "A path scope must be an object"],
    [
      { commands: [[]] },
      '"commands" of a capability description must be a list of argv prefixes of at least one word',
    ],
    [
      { commands: [["npm", ""]] },
      '"commands" of a capability description must be text that is not empty',
    ],
    [
      { hosts: ["https://a.test"] },
      '"hosts" of a capability description must be a list of hosts: name or name:port',
    ],
    [{ providers: {} }, '"providers" of a capability description must be a list'],
    [{ providers: ["a"] }, "A provider's identity must be an object"],
    [
      { providers: [VALID.providers[0], VALID.providers[0]] },
      '"providers" of a capability description must be a list that names each provider once',
    ],
    [
      { callBudget: -1 },
      '"callBudget" of a capability description must be null or a whole number from 0',
    ],
    [
      { callBudget: "3" },
      '"callBudget" of a capability description must be null or a whole number from 0',
    ],
    [
      { expiresAt: Number.NaN },
      '"expiresAt" of a capability description must be null or a whole number from 0',
    ],
    [
      { hosts: Array(DESCRIPTION_LIST_LIMIT + 1).fill("a") },
      '"hosts" of a capability description must be a list of at most 1024 entries',
    ],
  ])("refuses %j and says what was expected", (change, reason) => {
    expect(reasonOf(change)).toContain(reason);
  });

  test.each([7, "", null])(
    "refuses %j wherever a text stands, by the member that holds it",
    (text) => {
      const [provider] = VALID.providers;
      const mustBeText = (member: string) =>
        `The member "${member}" of a capability description must be text that is not empty.`;
      expect(reasonOf({ paths: [{ provider: null, path: text }] })).toBe(mustBeText("paths"));
      expect(reasonOf({ hosts: [text] })).toBe(mustBeText("hosts"));
      expect(reasonOf({ commands: [[text]] })).toBe(mustBeText("commands"));
      for (const member of ["provider", "endpointIdentity", "policyDigest"]) {
        expect(reasonOf({ providers: [{ ...provider, [member]: text }] })).toBe(
          mustBeText("providers"),
        );
      }
      expect(reasonOf({ providers: [{ ...provider, toolDigests: [text] }] })).toBe(
        mustBeText("providers"),
      );
    },
  );

  test("takes lists up to the limit", () => {
    const hosts = Array.from({ length: DESCRIPTION_LIST_LIMIT }, (_, index) => `h${index}:1`);
    const reading = readCapabilityDescription({ ...VALID, hosts });
    expect(reading.kind === "read" && reading.description.hosts).toHaveLength(hosts.length);
  });

  test.each([null, undefined, 7, "{}", []])("refuses %j, which is no object", (value) => {
    expect(readCapabilityDescription(value)).toEqual({
      kind: "invalid",
      reason: "A capability description must be an object.",
    });
  });

  test("reads own members only (T33)", () => {
    expect(readCapabilityDescription(Object.create(VALID)).kind).toBe("invalid");
  });

  test("an error that is not about the description is not swallowed", () => {
    const trap = {
      get version() {
        throw new RangeError("boom");
      },
    };
    expect(() => readCapabilityDescription(trap)).toThrow(RangeError);
  });
});
