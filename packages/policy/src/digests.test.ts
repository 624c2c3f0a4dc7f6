import type { JsonObject } from "@perspt/json";
import { describe, expect, test } from "vitest";
import { policyDigest, toolDigest } from "./digests.js";
import type { ToolPolicy } from "./tool-policy.js";

const DEFINITION: JsonObject = {
  name: "search",
  title: "Search",
  description: "Finds pages.",
  inputSchema: { type: "object", properties: { a: { type: "string" } } },
  outputSchema: { type: "object" },
  annotations: { readOnlyHint: true },
};

const POLICY: ToolPolicy = {
  effect: "search",
  risk: "low",
  footprint: { selectors: [{ kind: "path_argument", field: "a", access: "read" }] },
  proposalBindings: [{ kind: "path", field: "a" }],
  pin: null,
};

describe("a tool's digest", () => {
  test("changes with every member that says what the tool is, and with its absence (T42)", () => {
    const digests = new Set([toolDigest(DEFINITION)]);
    for (const name of Object.keys(DEFINITION)) {
      digests.add(toolDigest({ ...DEFINITION, [name]: "changed" }));
      digests.add(toolDigest({ ...DEFINITION, [name]: null }));
      const { [name]: _, ...without } = DEFINITION;
      digests.add(toolDigest(without));
    }
    expect(digests.size).toBe(1 + 3 * 6);
    expect(
      [...digests].every((digest) => digest !== null && /^sha256:[0-9a-f]{64}$/.test(digest)),
    ).toBe(true);
  });

  test("does not change with the order of members, icons or _meta", () => {
    const reordered = Object.fromEntries(Object.entries(DEFINITION).reverse());
    expect(toolDigest(reordered)).toBe(toolDigest(DEFINITION));
    expect(toolDigest({ ...DEFINITION, icons: [], _meta: { a: 1 } })).toBe(toolDigest(DEFINITION));
  });

  test("is none for what has no canonical form", () => {
    expect(toolDigest({ ...DEFINITION, title: "\ud800" })).toBeNull();
    expect(toolDigest({ ...DEFINITION, title: Number.NaN })).toBeNull();
  });

  test("an error of our own is not taken for the server's", () => {
    const trap = Object.defineProperty({}, "name", {
      enumerable: true,
      get() {
        throw new RangeError("boom");
      },
    });
    expect(() => toolDigest(trap)).toThrow(RangeError);
  });
});

describe("a policy's digest", () => {
  test("changes with every word of every table, and not with their order (T05)", () => {
    const changes: readonly Partial<ToolPolicy>[] = [
      {},
      { effect: null },
      { effect: "list" },
      { risk: "high" },
      { footprint: null },
      { footprint: { selectors: [] } },
      { footprint: { selectors: [{ kind: "path_argument", field: "a", access: "write" }] } },
      { footprint: { selectors: [{ kind: "path_argument", field: "b", access: "read" }] } },
      { proposalBindings: [] },
      { proposalBindings: [{ kind: "url", field: "a" }] },
      { pin: "sha256:x" },
    ];
    const digests = changes.map((change) =>
      policyDigest(new Map([["a", { ...POLICY, ...change }]])),
    );
    expect(new Set(digests).size).toBe(changes.length);
    expect(policyDigest(new Map([["b", POLICY]]))).not.toBe(digests[0]);
    const ab = new Map([
      ["a", POLICY],
      ["__proto__", POLICY],
    ]);
    expect(policyDigest(new Map([...ab].reverse()))).toBe(policyDigest(ab));
    expect(policyDigest(ab)).not.toBe(digests[0]);
    expect(policyDigest(new Map())).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
});
