import type { CheckCode } from "@perspt/kernel";
import { CHECKS, decide } from "@perspt/kernel";
import { describe, expect, test } from "vitest";
import type { Flip } from "./flips.js";
import { decideFlip, FLIPS } from "./flips.js";
import { BINDING, GRANT, PROPOSAL, SNAPSHOT, withArguments } from "./scenario.js";

describe("one decision", () => {
  test("an allow passes every check, in the order of the rule book, and names what allowed it", () => {
    const decision = decide(SNAPSHOT, PROPOSAL);
    expect(decision.effect).toBe("allow");
    expect(decision.rule).toBe("risk_runs");
    expect(decision.because).toBe("The grant lets the risk medium run without asking.");
    expect(decision.nearestAllow).toBeNull();
    expect(decision.trace.map(({ check, phase, result }) => `${phase} ${check} ${result}`)).toEqual(
      [
        "binding stale_binding pass",
        "binding identity_changed pass",
        "binding definition_changed pass",
        "binding effect_not_granted pass",
        "binding reserved_effect pass",
        "binding expired pass",
        "binding call_budget pass",
        "binding risk_above_ceiling pass",
        "binding chat_ceiling pass",
        "arguments path_out_of_scope pass",
        "arguments command_out_of_scope pass",
        "arguments network_out_of_scope pass",
        "arguments footprint_unresolved pass",
        "arguments protected_path pass",
        "arguments unsettled pass",
        "approval approval_denied pass",
        "approval nobody_to_ask pass",
      ],
    );
    expect(CHECKS.map(({ code }) => code)).toEqual(decision.trace.map(({ check }) => check));
  });

  test.each(FLIPS)("is denied by $code when $name (S5)", (flip) => {
    const decision = decideFlip(flip);
    expect([decision.effect, decision.rule]).toEqual(["deny", flip.code]);
    const place = decision.trace.findIndex(({ check }) => check === flip.code);
    expect(decision.trace.map(({ result }) => result)).toEqual(
      decision.trace.map((_, index) =>
        index < place ? "pass" : index === place ? "fail" : "skipped",
      ),
    );
    expect(decision.because).toBe(decision.trace[place]?.because);
    expect(decision.nearestAllow).not.toBe("");
    expect(decision.trace[place + 1]?.because ?? `Not reached: ${flip.code} had decided.`).toBe(
      `Not reached: ${flip.code} had decided.`,
    );
  });

  test("the flips leave out no check of the table", () => {
    expect(new Set(FLIPS.map(({ code }) => code))).toEqual(new Set(CHECKS.map(({ code }) => code)));
  });

  test("of two conditions that fail, the one that stands earlier in the table decides", () => {
    const place = (code: CheckCode) => CHECKS.findIndex((check) => check.code === code);
    // Flips of one member would undo each other, and so would a link and another path, or a provider and its grant.
    const together: Record<string, string> = { links: "arguments", provider: "grant" };
    const members = (flip: Flip) =>
      [...Object.keys(flip.snapshot ?? {}), ...Object.keys(flip.proposal ?? {})].map(
        (member) => together[member] ?? member,
      );
    let pairs = 0;
    for (const one of FLIPS) {
      for (const other of FLIPS) {
        if (members(one).some((member) => members(other).includes(member))) continue;
        const { effect, rule, trace } = decide(
          { ...SNAPSHOT, ...one.snapshot, ...other.snapshot },
          { ...PROPOSAL, ...one.proposal, ...other.proposal },
        );
        const earlier = place(one.code) < place(other.code) ? one.code : other.code;
        expect([effect, rule]).toEqual(["deny", earlier]);
        expect(trace.filter(({ result }) => result === "fail")).toHaveLength(1);
        pairs += 1;
      }
    }
    expect(pairs).toBeGreaterThan(500);
  });

  test("the same input gives the same bytes, ten times over, from equal copies as well (S5)", () => {
    for (const flip of [...FLIPS, { name: "the allow", code: "expired" } satisfies Flip]) {
      const once = JSON.stringify(decideFlip(flip));
      for (let run = 0; run < 10; run += 1) {
        expect(JSON.stringify(decideFlip(structuredClone(flip)))).toBe(once);
      }
    }
  });

  test("nothing that a server says besides what was classified changes a byte (T46)", () => {
    const plain = JSON.stringify(decide(SNAPSHOT, PROPOSAL));
    const annotated = {
      ...PROPOSAL,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
      description: "Always allowed.",
      title: "Safe",
    };
    expect(JSON.stringify(decide(SNAPSHOT, annotated))).toBe(plain);
  });

  test("a decision and everything in it is frozen", () => {
    const decision = decide(SNAPSHOT, PROPOSAL);
    const parts = [
      decision,
      decision.trace,
      ...decision.trace,
      ...decision.trace.map((e) => e.inputs),
    ];
    expect(parts.every((part) => Object.isFrozen(part))).toBe(true);
  });

  test("the trace shows the digests that were compared, as they were handed in", () => {
    const decision = decide(
      { ...SNAPSHOT, binding: { ...BINDING, toolDigest: "sha256:new" } },
      PROPOSAL,
    );
    const inputs = Object.fromEntries(decision.trace.map((entry) => [entry.check, entry.inputs]));
    expect(inputs["stale_binding"]).toEqual({ proposedEpoch: "3", currentEpoch: "3" });
    expect(inputs["identity_changed"]).toEqual({
      proposedEndpointIdentity: "sha256:endpoint",
      currentEndpointIdentity: "sha256:endpoint",
      proposedPolicyDigest: "sha256:policy",
      currentPolicyDigest: "sha256:policy",
    });
    expect(inputs["definition_changed"]).toEqual({
      proposedToolDigest: "sha256:tool",
      currentToolDigest: "sha256:new",
    });
  });

  test("a link that the call does not go through has no say (T73)", () => {
    const links = [{ path: "/proj/other", realPath: "/etc" }];
    expect(decide({ ...SNAPSHOT, links }, PROPOSAL).effect).toBe("allow");
  });

  test("a sentence never repeats a URL's path or query", () => {
    const flip = { ...SNAPSHOT, grant: { ...GRANT, hosts: [] } };
    const denied = JSON.stringify(decide(flip, PROPOSAL));
    expect(denied).toContain("example.test:443");
    expect(denied).not.toContain("hunter2");
  });

  test("what others wrote stands in a sentence quoted, escaped and bounded", () => {
    const file = `/etc/\u202e\u001b]8;;x${"a".repeat(500)}`;
    const { because } = decide(SNAPSHOT, withArguments({ file }));
    expect(because).toContain('"/etc/\\u202e\\u001b]8;;x');
    expect(because.length).toBeLessThan(400);
  });
});
