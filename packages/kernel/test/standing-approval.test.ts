import {
  type CapabilityDescription,
  createAuthority,
  decide,
  type EffectProposal,
  standingApprovalFor,
} from "@perspt/kernel";
import { describe, expect, test } from "vitest";
import { decideFlip, FLIPS } from "./flips.js";
import { GRANT, PROPOSAL, SNAPSHOT, withArguments } from "./scenario.js";

const authority = createAuthority();
const grant = authority.grant({ ...GRANT, asksFrom: "medium", commands: [["npm"]] });

/** What the person approved with the scenario's call. */
function approvedWith(proposal: EffectProposal) {
  const result = authority.attenuate(grant, standingApprovalFor(proposal, SNAPSHOT.root));
  if (result.kind !== "attenuated") throw new TypeError(result.reason);
  return result.capability;
}

function decided(capability: CapabilityDescription, proposal: EffectProposal) {
  return decide({ ...SNAPSHOT, grant, approval: { kind: "standing", capability } }, proposal);
}

describe("an approval for the rest of the session", () => {
  /** Made within each test: what fails while tests are collected fails none of them. */
  const approved = () => approvedWith(PROPOSAL);

  test("is narrowed to the effect, risk, definition, command and host of the approved call", () => {
    expect(approved()).toMatchObject({
      effects: ["data_write"],
      riskCeiling: "medium",
      criticalEffects: [],
      commands: [["npm", "test", "--", "guide"]],
      hosts: ["example.test:443"],
      providers: [{ provider: "docs", toolDigests: ["sha256:tool"] }],
      callBudget: 0,
    });
    expect(authority.callsLeft(grant)).toBe(5);
  });

  test("of a critical call covers no risk above the parent's, and of what cannot be read nothing", () => {
    const wish = (change: Partial<EffectProposal>) =>
      standingApprovalFor({ ...PROPOSAL, ...change }, "/proj");
    const identity = {
      provider: "docs",
      endpointIdentity: "sha256:endpoint",
      policyDigest: "sha256:policy",
      toolDigests: ["sha256:tool"],
    };
    const narrow = {
      effects: ["data_write"],
      criticalEffects: [],
      providers: [identity],
      callBudget: 0,
    };
    expect(wish({ risk: "critical" })).toEqual({
      ...narrow,
      commands: [["npm", "test", "--", "guide"]],
      hosts: ["example.test:443"],
    });
    const nothing = { ...narrow, riskCeiling: "medium", commands: [], hosts: [] };
    expect(wish(withArguments({ check: "npm test; id", target: "ftp://x" }))).toEqual(nothing);
    expect(wish({ arguments: null })).toEqual(nothing);
  });

  test("allows other arguments within that, and says by which rule", () => {
    const decision = decided(approved(), withArguments({ file: "docs/other.md", page: "other" }));
    expect([decision.effect, decision.rule, decision.because]).toEqual([
      "allow",
      "approved_for_session",
      "A person approved calls of this kind for the rest of the session.",
    ]);
  });

  test.each([
    ["another command", withArguments({ check: "npm publish" })],
    ["another host", withArguments({ target: "http://example.test/" })],
    ["a higher risk", { ...PROPOSAL, risk: "high" as const }],
    ["another effect", { ...PROPOSAL, effect: "run_shell" as const }],
  ])("is asked again for %s", (_name, proposal) => {
    const decision = decided(approved(), proposal);
    expect([decision.effect, decision.rule]).toEqual(["ask", "needs_approval"]);
  });

  test("never covers a critical call", () => {
    const proposal = { ...PROPOSAL, effect: "run_shell", risk: "critical" } as const;
    expect(decided({ ...grant, callBudget: null }, proposal).rule).toBe("needs_approval");
  });

  test("covers no call of a definition that has changed since", () => {
    const binding = { ...PROPOSAL.binding, toolDigest: "sha256:changed" };
    const wide = { ...GRANT, asksFrom: "medium", providers: null } as const;
    const decision = decide(
      { ...SNAPSHOT, grant: wide, binding, approval: { kind: "standing", capability: approved() } },
      { ...PROPOSAL, binding },
    );
    expect([decision.effect, decision.rule]).toEqual(["ask", "needs_approval"]);
  });

  test("approves nothing in a listing", () => {
    expect(decided(approved(), { ...PROPOSAL, arguments: null }).effect).toBe("ask");
  });

  test("helps against no other check", () => {
    const approval = { kind: "standing", capability: approved() } as const;
    for (const flip of FLIPS) {
      if (flip.snapshot?.approval !== undefined) continue;
      const decision = decideFlip({ ...flip, snapshot: { ...flip.snapshot, approval } });
      expect([decision.effect, decision.rule]).toEqual(["deny", flip.code]);
    }
  });
});

describe("its permit", () => {
  const intent = { intentHash: "sha256:intent", expiresAt: 1_500, leaseExpiresAt: 1_900 };

  test("is issued under the grant, whose budget it spends", () => {
    const root = authority.grant({ ...GRANT, asksFrom: "medium" });
    const narrowed = authority.attenuate(root, standingApprovalFor(PROPOSAL, "/proj"));
    if (narrowed.kind !== "attenuated") throw new TypeError(narrowed.reason);
    const { capability } = narrowed;
    const decision = decide(
      { ...SNAPSHOT, grant: root, approval: { kind: "standing", capability } },
      PROPOSAL,
    );
    expect(authority.issue(decision, intent).kind).toBe("issued");
    expect(authority.callsLeft(root)).toBe(4);
  });

  test.each([
    ["a copy", (standing: CapabilityDescription) => ({ ...standing })],
    ["a clone", (standing: CapabilityDescription) => structuredClone({ ...standing })],
    ["another authority's", (standing: CapabilityDescription) => createAuthority().grant(standing)],
  ])("is not issued for %s of the narrowed capability", (_name, imitate) => {
    const decision = decided(imitate(approvedWith(PROPOSAL)), PROPOSAL);
    expect(authority.issue(decision, intent)).toMatchObject({
      kind: "refused",
      code: "foreign_capability",
    });
  });
});
