import type { Capability, Decision, DurableIntent, Lease, Permit } from "@perspt/kernel";
import { createAuthority, decide } from "@perspt/kernel";
import { expect, test } from "vitest";
import { BINDING, GRANT, PROPOSAL, SNAPSHOT } from "./scenario.js";

const INTENT: DurableIntent = {
  intentHash: "sha256:intent",
  expiresAt: 1_500,
  leaseExpiresAt: 9_000,
};
const FACTS = {
  now: 1_000,
  operation: PROPOSAL.operation,
  binding: BINDING,
  argumentsDigest: "sha256:arguments",
};
const LEASE_FACTS = {
  now: 1_000,
  operation: PROPOSAL.operation,
  endpointIdentity: BINDING.endpointIdentity,
  argumentsDigest: null,
};

/** An authority with one grant, and what it says of each thing that it is handed. */
function desk(callBudget = 9) {
  const authority = createAuthority();
  const grant = authority.grant({ ...GRANT, callBudget });
  const allow = (from: Partial<typeof SNAPSHOT> = {}): Decision =>
    decide({ ...SNAPSHOT, callsSpent: 0, grant, ...from }, PROPOSAL);
  const said = (result: object): string => {
    const { code, reason } = result as { readonly code?: string; readonly reason?: string };
    return `${code}: ${reason}`;
  };
  const permit = (): Permit => {
    const result = authority.issue(allow(), INTENT);
    if (result.kind === "refused") throw new Error(result.code);
    return result.permit;
  };
  const lease = (): Lease => {
    const result = authority.redeem(permit(), FACTS);
    if (result.kind === "refused") throw new Error(result.code);
    return result.lease;
  };
  return {
    authority,
    grant,
    allow,
    permit,
    lease,
    issue: (decision: Decision, intent = INTENT) => said(authority.issue(decision, intent)),
    redeem: (from: Permit, facts: Partial<Parameters<typeof authority.redeem>[1]> = {}) =>
      said(authority.redeem(from, { ...FACTS, ...facts })),
    check: (from: Lease, facts: Partial<Parameters<typeof authority.checkLease>[1]> = {}) =>
      said(authority.checkLease(from, { ...LEASE_FACTS, ...facts })),
    said,
  };
}

test("each refusal of a permit says why, and what would do instead", () => {
  const { authority, allow, issue, said } = desk();
  const once = allow();
  expect([
    said(authority.attenuate({ ...GRANT } as Capability, {})),
    issue({ ...once }),
    issue(allow({ binding: null })),
    issue(once, { ...INTENT, intentHash: "" }),
    issue(once),
    issue(once),
    desk(0).issue(desk(0).allow()),
  ]).toEqual([
    "foreign_capability: This authority did not grant that capability.",
    "foreign_decision: The decision is not one that decide returned.",
    "not_allowed: Only a call that was allowed with its arguments gets a permit.",
    "intent_missing: The call's intent has to be durable before it gets a permit.",
    "undefined: undefined",
    "already_issued: The decision has had its permit; a new call is decided anew.",
    "not_allowed: Only a call that was allowed with its arguments gets a permit.",
  ]);
});

test("a spent budget and a standing approval of another authority are refused by name", () => {
  const { allow, issue, grant } = desk(1);
  issue(allow());
  expect(issue(allow())).toBe("call_budget: The capability's call budget is spent.");
  const asking = desk();
  const standing = { kind: "standing", capability: createAuthority().grant(grant) } as const;
  const decision = asking.allow({
    grant: asking.authority.grant({ ...GRANT, asksFrom: "low" }),
    approval: standing,
  });
  expect(decision.rule).toBe("approved_for_session");
  expect(asking.issue(decision)).toBe(
    "foreign_capability: This authority did not make that standing approval.",
  );
});

test("each refusal at the last moment says what is not as it was decided (T43)", () => {
  const { permit, redeem } = desk();
  const spent = permit();
  redeem(spent);
  expect([
    redeem({} as Permit),
    redeem(spent),
    redeem(permit(), { now: 1_500 }),
    redeem(permit(), { binding: null }),
    redeem(permit(), { binding: { ...BINDING, policyDigest: "sha256:other" } }),
    redeem(permit(), { binding: { ...BINDING, toolDigest: "sha256:other" } }),
    redeem(permit(), { operation: "mcp.docs.other" }),
    redeem(permit(), { argumentsDigest: "sha256:other" }),
  ]).toEqual([
    "foreign_permit: This authority did not issue that permit.",
    "permit_spent: The permit was redeemed before; one permit sends one call once.",
    "permit_expired: The permit's time is over; the call has to be decided again.",
    "stale_binding: The catalog changed after the call was decided.",
    "identity_changed: The call was decided for another server or policy.",
    "definition_changed: The tool's definition changed after the call was decided.",
    "operation_changed: The call was decided for another operation.",
    "arguments_changed: The outgoing arguments are not the ones that were decided.",
  ]);
});

test("each refusal of a later leg says why it may not leave", () => {
  const { authority, lease, check } = desk();
  const ended = lease();
  authority.end(ended);
  expect([
    check({} as Lease),
    check(ended),
    check(lease(), { now: 9_000 }),
    check(lease(), { operation: "mcp.docs.other" }),
    check(lease(), { endpointIdentity: "sha256:other" }),
    check(lease(), { argumentsDigest: "sha256:other" }),
  ]).toEqual([
    "foreign_lease: This authority gave out no such lease.",
    "lease_ended: The call has ended; none of its legs may leave.",
    "lease_expired: The call's time is over.",
    "operation_changed: The call was decided for another operation.",
    "identity_changed: The call was decided for another server or policy.",
    "arguments_changed: The outgoing arguments are not the ones that were decided.",
  ]);
});
