import type { CapabilityDescription } from "@perspt/kernel";
import {
  CHAT_CEILING,
  compareRisk,
  createAuthority,
  decide,
  describeCapability,
  EFFECT_KINDS,
  isReadOnlyEffect,
  isReservedEffect,
  meetCapabilities,
  RISK_CLASSES,
  readCapabilityDescription,
} from "@perspt/kernel";
import { describe, expect, test } from "vitest";
import { Random, randomDescription, randomProposal, randomWish, snapshotFor } from "./random.js";
import { BINDING, EVERYTHING, GRANT, PROPOSAL, SNAPSHOT } from "./scenario.js";

/** Fewer of each law's cases under `npm run mutation`, which runs them for every change of the sources. */
const SHARE = process.env["PERSPT_PROOF"] === "mutation" ? 1 / 100 : 1;

const canonical = (description: CapabilityDescription) =>
  meetCapabilities(description, description);

describe("attenuation", () => {
  test("never widens: whatever a child lets through its parent lets through, over 100,000 random chains (S4)", () => {
    const random = new Random(20_260_728);
    let permitted = 0;
    let links = 0;
    for (let chain = 0; chain < 100_000 * SHARE; chain += 1) {
      const authority = createAuthority();
      let parent = authority.grant(randomDescription(random));
      const length = 1 + random.below(3);
      for (let link = 0; link < length; link += 1) {
        const before = authority.callsLeft(parent);
        const result = authority.attenuate(parent, randomWish(random));
        if (result.kind === "refused") throw new Error(result.code);
        const child = result.capability;
        const proposal = randomProposal(random);
        const now = 800 + random.below(400);
        const spent = random.below(4);
        const byChild = decide(snapshotFor(child, now, spent), proposal);
        if (byChild.effect !== "deny") {
          permitted += 1;
          const byParent = decide(snapshotFor(parent, now, spent), proposal);
          if (
            byParent.effect === "deny" ||
            (byChild.effect === "allow" && byParent.effect === "ask")
          ) {
            throw new Error(
              `widened: ${JSON.stringify({ chain, link, parent, child, proposal, byParent })}`,
            );
          }
        }
        const after = authority.callsLeft(parent);
        const given = authority.callsLeft(child);
        if (before !== null && (given === null || after === null || given + after !== before)) {
          throw new Error(`budget: ${JSON.stringify({ chain, link, before, after, given })}`);
        }
        links += 1;
        parent = child;
      }
    }
    expect(links).toBeGreaterThan(150_000 * SHARE);
    // The law means something only if the chains still let something through.
    expect(permitted).toBeGreaterThan(5_000 * SHARE);
  }, 120_000);
});

describe("the meet", () => {
  const random = new Random(7);
  const pairs = Array.from(
    { length: 3_000 * SHARE },
    () =>
      [randomDescription(random), randomDescription(random), randomDescription(random)] as const,
  );

  test("lets through exactly what both sides let through", () => {
    let both = 0;
    for (const [left, right] of pairs) {
      const meet = meetCapabilities(left, right);
      for (let probe = 0; probe < 10; probe += 1) {
        const proposal = randomProposal(random);
        const now = 800 + random.below(400);
        const spent = random.below(4);
        const effects = [canonical(left), canonical(right), meet].map(
          (grant) => decide(snapshotFor(grant, now, spent), proposal).effect,
        );
        const [one, other, met] = effects;
        const expected =
          one === "deny" || other === "deny" ? "deny" : one === "ask" ? "ask" : other;
        expect(met).toBe(expected);
        if (expected !== "deny") both += 1;
      }
    }
    expect(both).toBeGreaterThan(400 * SHARE);
  });

  test("of a server under two identities leaves it out; under one, the definitions of both remain", () => {
    const identity = { provider: "docs", endpointIdentity: "e", policyDigest: "p" };
    const of = (change: object, toolDigests: readonly string[] | null) =>
      ({ ...EVERYTHING, providers: [{ ...identity, toolDigests, ...change }] }) as const;
    const metWith = (change: object, toolDigests: readonly string[] | null) =>
      meetCapabilities(of({}, ["a", "b"]), of(change, toolDigests)).providers;
    expect(metWith({}, ["b", "c"])).toEqual([{ ...identity, toolDigests: ["b"] }]);
    expect(metWith({}, null)).toEqual([{ ...identity, toolDigests: ["a", "b"] }]);
    for (const other of [{ provider: "x" }, { endpointIdentity: "x" }, { policyDigest: "x" }]) {
      expect(metWith(other, null)).toEqual([]);
    }
  });

  test("is idempotent, commutative and associative, byte by byte", () => {
    const bytes = (description: CapabilityDescription) => JSON.stringify(description);
    for (const [a, b, c] of pairs) {
      const ab = meetCapabilities(a, b);
      expect(bytes(meetCapabilities(ab, ab))).toBe(bytes(ab));
      expect(bytes(meetCapabilities(b, a))).toBe(bytes(ab));
      expect(bytes(meetCapabilities(ab, c))).toBe(
        bytes(meetCapabilities(a, meetCapabilities(b, c))),
      );
      expect(bytes(meetCapabilities(ab, a))).toBe(bytes(ab));
    }
  });

  test("with the widest agent's description is the other side", () => {
    const top = {
      ...EVERYTHING,
      commands: [["npm"], ["make"]],
      hosts: ["a.test", "b.test"],
    };
    for (const [description] of pairs) {
      expect(meetCapabilities(description, top)).toEqual(canonical(description));
    }
  });

  test("a server whose identity changed is in neither side: its grant is void on resume (T05)", () => {
    const recorded = GRANT;
    const identity = {
      provider: "docs",
      endpointIdentity: "sha256:moved",
      policyDigest: BINDING.policyDigest,
      toolDigests: null,
    };
    const resumed = meetCapabilities(recorded, { ...GRANT, providers: [identity] });
    expect(resumed.providers).toEqual([]);
    const decision = decide({ ...SNAPSHOT, grant: resumed }, PROPOSAL);
    expect([decision.effect, decision.rule]).toEqual(["deny", "identity_changed"]);
  });

  test("a narrower current configuration narrows the recorded grant, a wider one does not widen it", () => {
    const narrower = {
      ...GRANT,
      paths: [{ provider: "docs", path: "/proj/docs" }],
      asksFrom: "low",
    } as const;
    expect(meetCapabilities(GRANT, narrower)).toEqual(canonical(narrower));
    expect(
      meetCapabilities(GRANT, { ...EVERYTHING, commands: [["npm"]], hosts: ["example.test"] }),
    ).toEqual(canonical(GRANT));
  });
});

describe("a description", () => {
  test("survives JSON: what the journal records reads back as the same description", () => {
    const random = new Random(11);
    for (let run = 0; run < 2_000 * SHARE; run += 1) {
      const authority = createAuthority();
      const description = describeCapability(authority.grant(randomDescription(random)));
      const parsed: unknown = JSON.parse(JSON.stringify(description));
      expect(readCapabilityDescription(parsed)).toEqual({ kind: "read", description });
    }
  });
});

describe("the chat ceiling", () => {
  test("is the read-only effects, risk up to medium, whatever the configuration says: all effects, risks and modes (T54)", () => {
    const authority = createAuthority();
    for (const mode of ["agent", "chat"] as const) {
      // The widest configuration there could be, granted through an authority and handed to decide as it stands.
      const wide = { ...EVERYTHING, mode, effects: EFFECT_KINDS, criticalEffects: EFFECT_KINDS };
      for (const grant of [authority.grant(wide), wide]) {
        for (const effect of EFFECT_KINDS) {
          for (const risk of RISK_CLASSES) {
            const decision = decide(
              { ...SNAPSHOT, grant, callsSpent: 0 },
              { ...PROPOSAL, effect, risk, bindings: [], footprint: { selectors: [] } },
            );
            const withinChat = isReadOnlyEffect(effect) && compareRisk(risk, "medium") <= 0;
            const permitted = !isReservedEffect(effect) && (mode === "agent" || withinChat);
            expect(`${mode} ${effect} ${risk} ${decision.effect !== "deny"}`).toBe(
              `${mode} ${effect} ${risk} ${permitted}`,
            );
            if (mode === "chat" && permitted) expect(decision.rule).toBe("risk_runs");
          }
        }
      }
    }
  });

  test("is met when the grant is made, and when a child of an agent turns to chat", () => {
    const authority = createAuthority();
    const made = authority.grant({ ...EVERYTHING, mode: "chat" });
    const root = authority.grant(EVERYTHING);
    const child = authority.attenuate(root, { mode: "chat" });
    if (child.kind === "refused") throw new Error(child.code);
    for (const capability of [made, child.capability]) {
      expect(capability.effects).toEqual(
        CHAT_CEILING.effects.filter((effect) => EVERYTHING.effects.includes(effect)),
      );
      expect([capability.riskCeiling, capability.criticalEffects]).toEqual(["medium", []]);
    }
    const back = authority.attenuate(child.capability, { mode: "agent", effects: EFFECT_KINDS });
    expect(back.kind === "attenuated" && back.capability.mode).toBe("chat");
  });

  test("cannot be changed by code that holds it", () => {
    expect(
      [CHAT_CEILING, CHAT_CEILING.effects, CHAT_CEILING.criticalEffects].every((part) =>
        Object.isFrozen(part),
      ),
    ).toBe(true);
  });
});
