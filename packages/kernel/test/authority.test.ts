import type { Authority, Capability, Decision, Lease, Permit, RedeemFacts } from "@perspt/kernel";
import { createAuthority, decide, describeCapability, KernelError } from "@perspt/kernel";
import { describe, expect, test } from "vitest";
import { Random } from "./random.js";
import { BINDING, EVERYTHING, GRANT, PROPOSAL, SNAPSHOT } from "./scenario.js";

const INTENT = { intentHash: "sha256:intent", expiresAt: 1_500, leaseExpiresAt: 9_000 };
const FACTS: RedeemFacts = {
  now: 1_000,
  operation: PROPOSAL.operation,
  binding: BINDING,
  argumentsDigest: "sha256:arguments",
};

function allowUnder(capability: Capability): Decision {
  return decide({ ...SNAPSHOT, grant: capability, callsSpent: 0 }, PROPOSAL);
}

function issueWith(authority: Authority, intent = INTENT): Permit {
  const result = authority.issue(allowUnder(authority.grant(GRANT)), intent);
  if (result.kind === "refused") throw new Error(result.code);
  return result.permit;
}

function leaseWith(authority: Authority): Lease {
  const result = authority.redeem(issueWith(authority), FACTS);
  if (result.kind === "refused") throw new Error(result.code);
  return result.lease;
}

const codeOf = (result: object): unknown => ("code" in result ? result.code : "accepted");

/** Objects that look like the original in every way that can be written down, and one way or another at random. */
function lookAlikes(original: object, count: number): readonly unknown[] {
  const random = new Random(count);
  const prototype: unknown = Object.getPrototypeOf(original);
  const descriptors = Object.getOwnPropertyDescriptors(original);
  const parsed = (): unknown => JSON.parse(JSON.stringify(original));
  const created = (from: unknown): unknown =>
    typeof from === "object" ? Object.create(from, descriptors) : null;
  const makers: readonly [() => unknown, ...(() => unknown)[]] = [
    parsed,
    () => structuredClone(parsed()),
    () => ({ ...original }),
    () => Object.freeze({ ...original }),
    () => created(original),
    () => created(prototype),
    () => created(null),
    () => new Proxy(original, {}),
    () => random.pick([null, undefined, 0, "", "permit", true, [], {}, Symbol("capability")]),
  ];
  return Array.from({ length: count }, () => random.pick(makers)());
}

describe("objects of an authority", () => {
  test("10,000 look-alikes and objects of another authority are refused, each by its code (S4)", () => {
    const authority = createAuthority();
    const other = createAuthority();
    const capability = authority.grant(GRANT);
    const decision = allowUnder(capability);
    const permit = issueWith(authority);
    const lease = leaseWith(authority);

    const leaseFacts = {
      now: 1_000,
      operation: PROPOSAL.operation,
      endpointIdentity: BINDING.endpointIdentity,
      argumentsDigest: null,
    };
    const refusals = new Map<string, number>();
    const count = (result: object) => {
      const code = String(codeOf(result));
      refusals.set(code, (refusals.get(code) ?? 0) + 1);
    };
    for (const fake of [...lookAlikes(capability, 2_500), other.grant(GRANT)]) {
      count(authority.attenuate(fake as Capability, {}));
      expect(authority.callsLeft(fake as Capability)).toBe(0);
    }
    for (const fake of lookAlikes(decision, 2_500))
      count(authority.issue(fake as Decision, INTENT));
    for (const fake of [...lookAlikes(permit, 2_500), issueWith(other)]) {
      count(authority.redeem(fake as Permit, FACTS));
    }
    for (const fake of [...lookAlikes(lease, 2_500), leaseWith(other)]) {
      count(authority.checkLease(fake as Lease, leaseFacts));
      authority.end(fake as Lease);
    }
    expect(Object.fromEntries(refusals)).toEqual({
      foreign_capability: 2_501,
      foreign_decision: 2_500,
      foreign_permit: 2_501,
      foreign_lease: 2_501,
    });
    // The originals still hold after all that.
    expect(codeOf(authority.issue(decision, INTENT))).toBe("accepted");
    expect(codeOf(authority.redeem(permit, FACTS))).toBe("accepted");
    expect(codeOf(authority.checkLease(lease, leaseFacts))).toBe("accepted");
  });

  test("are frozen, and tell nothing but a capability's description", () => {
    const authority = createAuthority();
    const capability = authority.grant(GRANT);
    const objects = [authority, capability, issueWith(authority), leaseWith(authority)];
    expect(objects.every((object) => Object.isFrozen(object))).toBe(true);
    expect(JSON.stringify(issueWith(authority))).toBe("{}");
    const parts = [
      capability.effects,
      capability.paths,
      capability.paths[0],
      capability.commands,
      capability.commands[0],
      capability.hosts,
      capability.providers,
    ];
    expect(parts.every((part) => Object.isFrozen(part))).toBe(true);
  });

  test("a capability describes itself as plain data, which grants nothing", () => {
    const authority = createAuthority();
    const description = describeCapability(authority.grant(GRANT));
    expect(Object.getOwnPropertySymbols(description)).toEqual([]);
    expect(JSON.parse(JSON.stringify(description))).toEqual(description);
    const replayed = decide({ ...SNAPSHOT, grant: description }, PROPOSAL);
    expect(replayed.effect).toBe("allow");
    expect(codeOf(authority.issue(replayed, INTENT))).toBe("foreign_capability");
  });

  test("a budget that two capabilities share is spent under its own name", () => {
    const authority = createAuthority();
    const parent = authority.grant({ ...GRANT, callBudget: 1 });
    const child = authority.attenuate(parent, {});
    if (child.kind === "refused") throw new Error(child.code);
    expect(child.kind).toBe("attenuated");
    expect(authority.issue(allowUnder(child.capability), INTENT).kind).toBe("issued");
    expect(authority.redeem(issueWith(authority), FACTS).kind).toBe("redeemed");
  });

  test("a description that is none is a broken contract of the caller", () => {
    const authority = createAuthority();
    const grant = () => authority.grant({ ...GRANT, callBudget: 0.5 });
    expect(grant).toThrow(KernelError);
    expect(grant).toThrow(
      'The member "callBudget" of a capability description must be null or a whole number from 0.',
    );
    const capability = authority.grant(GRANT);
    const attenuate = () =>
      authority.attenuate(capability, { paths: [{ provider: null, path: "relative" }] });
    expect(attenuate).toThrow(
      expect.objectContaining({ code: "invalid_description", name: "KernelError" }),
    );
  });
});

describe("call budgets", () => {
  test("are whole numbers; each permit costs one call, and the last refuses", () => {
    const authority = createAuthority();
    const capability = authority.grant({ ...GRANT, callBudget: 2 });
    const codes = [1, 2, 3].map(() => codeOf(authority.issue(allowUnder(capability), INTENT)));
    expect(codes).toEqual(["accepted", "accepted", "call_budget"]);
    expect(authority.callsLeft(capability)).toBe(0);
  });

  test("a child's budget is reserved from the parent's, once", () => {
    const authority = createAuthority();
    const parent = authority.grant({ ...GRANT, callBudget: 5 });
    const child = authority.attenuate(parent, { callBudget: 3 });
    const greedy = authority.attenuate(parent, { callBudget: 100 });
    const late = authority.attenuate(parent, {});
    const budgets = [child, greedy, late].map((result) =>
      result.kind === "attenuated" ? result.capability.callBudget : result.code,
    );
    expect(budgets).toEqual([3, 2, 0]);
    expect(authority.callsLeft(parent)).toBe(0);
    expect(codeOf(authority.issue(allowUnder(parent), INTENT))).toBe("call_budget");
    if (child.kind === "attenuated") {
      expect(codeOf(authority.issue(allowUnder(child.capability), INTENT))).toBe("accepted");
      expect(authority.callsLeft(child.capability)).toBe(2);
    }
  });

  test("a grant without a budget gives a child whatever it asks for and keeps its own", () => {
    const authority = createAuthority();
    const parent = authority.grant(EVERYTHING);
    const child = authority.attenuate(parent, { callBudget: 7 });
    expect(child.kind === "attenuated" && authority.callsLeft(child.capability)).toBe(7);
    expect(authority.callsLeft(parent)).toBeNull();
    const unlimited = authority.attenuate(parent, {});
    expect(unlimited.kind === "attenuated" && authority.callsLeft(unlimited.capability)).toBeNull();
  });

  test("a resumed session starts with what it had already spent", () => {
    const authority = createAuthority();
    expect(
      authority.callsLeft(authority.grant({ ...GRANT, callBudget: 5 }, { callsSpent: 3 })),
    ).toBe(2);
    expect(
      authority.callsLeft(authority.grant({ ...GRANT, callBudget: 5 }, { callsSpent: 9 })),
    ).toBe(0);
    expect(authority.callsLeft(authority.grant(EVERYTHING, { callsSpent: 9 }))).toBeNull();
  });
});

describe("permits", () => {
  test("are issued for an allow with arguments, once per decision, after a durable intent", () => {
    const authority = createAuthority();
    const grant = authority.grant({ ...GRANT, callBudget: null });
    const decision = allowUnder(grant);
    const denied = decide({ ...SNAPSHOT, grant, binding: null }, PROPOSAL);
    const asked = decide({ ...SNAPSHOT, grant }, { ...PROPOSAL, risk: "high" });
    const listed = decide({ ...SNAPSHOT, grant }, { ...PROPOSAL, arguments: null });
    expect(listed.effect).toBe("allow");
    expect([denied, asked, listed].map((each) => codeOf(authority.issue(each, INTENT)))).toEqual([
      "not_allowed",
      "not_allowed",
      "not_allowed",
    ]);
    expect(codeOf(authority.issue(decision, { ...INTENT, intentHash: "" }))).toBe("intent_missing");
    expect(codeOf(authority.issue(decision, INTENT))).toBe("accepted");
    expect(codeOf(authority.issue(decision, INTENT))).toBe("already_issued");
  });

  test("work once", () => {
    const authority = createAuthority();
    const permit = issueWith(authority);
    expect(codeOf(authority.redeem(permit, FACTS))).toBe("accepted");
    expect(codeOf(authority.redeem(permit, FACTS))).toBe("permit_spent");
  });

  test.each<[string, Partial<RedeemFacts>]>([
    ["permit_expired", { now: 1_500 }],
    ["permit_expired", { now: Number.NaN }],
    ["stale_binding", { binding: null }],
    ["stale_binding", { binding: { ...BINDING, epoch: 4 } }],
    ["identity_changed", { binding: { ...BINDING, endpointIdentity: "sha256:other" } }],
    ["identity_changed", { binding: { ...BINDING, policyDigest: "sha256:other" } }],
    ["definition_changed", { binding: { ...BINDING, toolDigest: "sha256:other" } }],
    ["operation_changed", { operation: "mcp.docs.other" }],
    ["arguments_changed", { argumentsDigest: "sha256:others" }],
  ])("are refused with %s at the last moment, and are spent by it (T43)", (code, facts) => {
    const authority = createAuthority();
    const permit = issueWith(authority);
    expect(codeOf(authority.redeem(permit, { ...FACTS, ...facts }))).toBe(code);
    expect(codeOf(authority.redeem(permit, FACTS))).toBe("permit_spent");
  });

  test("end with the grant, even where the intent says later", () => {
    const authority = createAuthority();
    const permit = issueWith(authority, { ...INTENT, expiresAt: 5_000 });
    expect(codeOf(authority.redeem(permit, { ...FACTS, now: 2_000 }))).toBe("permit_expired");
    const endless = authority.issue(allowUnder(authority.grant({ ...GRANT, expiresAt: null })), {
      ...INTENT,
      expiresAt: 5_000,
    });
    if (endless.kind === "refused") throw new Error(endless.code);
    expect(codeOf(authority.redeem(endless.permit, { ...FACTS, now: 4_999 }))).toBe("accepted");
  });

  test("are for what was decided, not for what the proposal says later", () => {
    const authority = createAuthority();
    const proposal = { ...PROPOSAL, binding: { ...BINDING } };
    const decision = decide({ ...SNAPSHOT, grant: authority.grant(GRANT) }, proposal);
    proposal.operation = "mcp.docs.other";
    proposal.binding.epoch = 9;
    const result = authority.issue(decision, INTENT);
    if (result.kind === "refused") throw new Error(result.code);
    expect(codeOf(authority.redeem(result.permit, FACTS))).toBe("accepted");
  });
});

describe("leases", () => {
  const leaseFacts = {
    now: 8_999,
    operation: PROPOSAL.operation,
    endpointIdentity: BINDING.endpointIdentity,
    argumentsDigest: null,
  };

  test("let the later legs of their call leave, with its arguments or with none", () => {
    const authority = createAuthority();
    const lease = leaseWith(authority);
    expect(authority.checkLease(lease, leaseFacts)).toEqual({ kind: "held" });
    expect(
      authority.checkLease(lease, { ...leaseFacts, argumentsDigest: "sha256:arguments" }),
    ).toEqual({ kind: "held" });
  });

  test.each([
    ["lease_expired", { now: 9_000 }],
    ["lease_expired", { now: Number.NaN }],
    ["operation_changed", { operation: "mcp.docs.other" }],
    ["identity_changed", { endpointIdentity: "sha256:other" }],
    ["arguments_changed", { argumentsDigest: "sha256:others" }],
  ])("refuse with %s what is not of their call", (code, facts) => {
    const authority = createAuthority();
    expect(codeOf(authority.checkLease(leaseWith(authority), { ...leaseFacts, ...facts }))).toBe(
      code,
    );
  });

  test("end with their call", () => {
    const authority = createAuthority();
    const lease = leaseWith(authority);
    authority.end(lease);
    authority.end(lease);
    expect(codeOf(authority.checkLease(lease, leaseFacts))).toBe("lease_ended");
  });
});
