import type { CheckCode, EffectProposal, Snapshot, Touch } from "@perspt/kernel";
import { CHECKS, decide, RISK_CLASSES } from "@perspt/kernel";
import { describe, expect, test } from "vitest";
import { decideFlip, FLIPS, identityOf, READER } from "./flips.js";
import { CHAT_GRANT, GRANT, PROPOSAL, SNAPSHOT } from "./scenario.js";

describe("doubts of the session", () => {
  const doubt = (touch: Touch) => ({ ...SNAPSHOT, doubts: [{ intent: 12, touches: [touch] }] });

  test("a doubtful read does not block a read, and blocks a write", () => {
    const snapshot = doubt({ kind: "path", path: "/proj/docs", access: "read" });
    expect(decide(snapshot, PROPOSAL).effect).toBe("allow");
    const selectors = [{ kind: "path_argument", field: "file", access: "write" }] as const;
    const decision = decide(snapshot, { ...PROPOSAL, footprint: { selectors } });
    expect([decision.effect, decision.rule]).toEqual(["deny", "unsettled"]);
    expect(decision.nearestAllow).toBe(
      "The doubt about intent 12 is settled first; perspt journal show tells what is known of it.",
    );
    expect(decision.trace[14]?.inputs).toEqual({
      argumentsDigest: "sha256:arguments",
      intent: "12",
    });
  });

  test("a doubt about the whole workspace blocks all but a call that touches nothing", () => {
    const snapshot = doubt({ kind: "workspace" });
    expect(decide(snapshot, PROPOSAL).rule).toBe("unsettled");
    const nothing = { selectors: [{ kind: "provider_rate_limit" }] } as const;
    expect(decide(snapshot, { ...PROPOSAL, footprint: nothing }).effect).toBe("allow");
  });
});

describe("protected places", () => {
  test("a bound directory above one may be read and not written (T07)", () => {
    const proposal = {
      ...PROPOSAL,
      ...READER,
      bindings: [{ kind: "path", field: "file" }],
    } as const;
    const above = { value: { file: "/proj" }, digest: "sha256:above" };
    expect(decide(SNAPSHOT, { ...proposal, arguments: above }).effect).toBe("allow");
    const write = { ...proposal, effect: "data_write", arguments: above } as const;
    expect(decide(SNAPSHOT, write).rule).toBe("protected_path");
  });
});

describe("a path that the footprint alone names", () => {
  const unbound = (file: string, access: "read" | "write") => ({
    ...PROPOSAL,
    bindings: [],
    footprint: { selectors: [{ kind: "path_argument" as const, field: "file", access }] },
    arguments: { value: { file }, digest: "sha256:arguments" },
  });

  test("is protected as a bound one is, in itself and through its link (T07, T73)", () => {
    const links = [{ path: "/proj/docs", realPath: "/proj/.state/journal" }];
    expect(decide(SNAPSHOT, unbound("docs", "read")).effect).toBe("allow");
    for (const decision of [
      decide(SNAPSHOT, unbound(".state/journal", "read")),
      decide({ ...SNAPSHOT, links }, unbound("docs", "read")),
    ]) {
      expect([decision.rule, decision.because]).toEqual([
        "protected_path",
        'The call would touch "/proj/.state/journal", and "/proj/.state" is protected: no call may reach it.',
      ]);
    }
  });

  test("may be a directory above a protected one where it is only read (T07)", () => {
    expect(decide(SNAPSHOT, unbound("/proj", "read")).effect).toBe("allow");
    expect(decide(SNAPSHOT, unbound("/proj", "write")).rule).toBe("protected_path");
  });
});

describe("asking", () => {
  const asked = (
    risk: EffectProposal["risk"],
    ask: "medium" | "high",
    approval: Snapshot["approval"],
  ) => {
    const grant = { ...GRANT, asksFrom: ask, criticalEffects: [PROPOSAL.effect] };
    const { effect, rule } = decide({ ...SNAPSHOT, grant, approval }, { ...PROPOSAL, risk });
    return `${effect} ${rule}`;
  };
  const granted = {
    kind: "granted",
    by: "person",
    argumentsDigest: "sha256:arguments",
  } as const;

  test("an agent runs low and medium, asks for high, and for critical where its effect is named", () => {
    expect(RISK_CLASSES.map((risk) => asked(risk, "high", { kind: "can_ask" }))).toEqual([
      "allow risk_runs",
      "allow risk_runs",
      "allow risk_runs",
      "ask needs_approval",
      "ask needs_approval",
    ]);
  });

  test("with --ask medium asks too", () => {
    expect(RISK_CLASSES.map((risk) => asked(risk, "medium", { kind: "can_ask" }))).toEqual([
      "allow risk_runs",
      "allow risk_runs",
      "ask needs_approval",
      "ask needs_approval",
      "ask needs_approval",
    ]);
  });

  test("with nobody to ask an ask is a deny, and the rest still runs", () => {
    expect(RISK_CLASSES.map((risk) => asked(risk, "high", { kind: "nobody" }))).toEqual([
      "allow risk_runs",
      "allow risk_runs",
      "allow risk_runs",
      "deny nobody_to_ask",
      "deny nobody_to_ask",
    ]);
  });

  test("an approval allows exactly the arguments that were shown, and names who gave it", () => {
    expect(asked("high", "high", granted)).toBe("allow approved_by_person");
    expect(asked("high", "high", { ...granted, by: "flag" })).toBe("allow approved_by_flag");
    expect(asked("high", "high", { ...granted, argumentsDigest: "sha256:others" })).toBe(
      "ask needs_approval",
    );
  });

  test("an approval helps against no other check", () => {
    for (const flip of FLIPS) {
      if (flip.snapshot?.approval !== undefined) continue;
      const decision = decideFlip({ ...flip, snapshot: { ...flip.snapshot, approval: granted } });
      expect([decision.effect, decision.rule]).toEqual(["deny", flip.code]);
    }
  });

  test("an allow says who approved it", () => {
    const because = (by: "person" | "flag") =>
      decide({ ...SNAPSHOT, approval: { ...granted, by } }, { ...PROPOSAL, risk: "high" }).because;
    expect(because("person")).toBe("A person approved exactly these arguments.");
    expect(because("flag")).toBe("A flag approves what would be asked for.");
  });

  test("an ask says what would allow it", () => {
    const grant = { ...GRANT, asksFrom: "medium" } as const;
    const decision = decide({ ...SNAPSHOT, grant }, PROPOSAL);
    expect(decision.because).toBe(
      "The risk medium is asked for: the grant asks from medium upwards.",
    );
    expect(decision.nearestAllow).toBe("An approval of exactly these arguments.");
  });
});

describe("listing", () => {
  const listed = { ...PROPOSAL, arguments: null };

  test("runs the binding phase and skips the arguments that are not there yet", () => {
    const decision = decide(SNAPSHOT, listed);
    expect(decision.effect).toBe("allow");
    expect(decision.trace.map(({ phase, result }) => `${phase} ${result}`)).toEqual([
      ...Array<string>(9).fill("binding pass"),
      ...Array<string>(6).fill("arguments skipped"),
      ...Array<string>(2).fill("approval pass"),
    ]);
    expect(decision.trace[9]?.because).toBe("A listing has no arguments to look at yet.");
  });

  test("offers nothing that the binding phase of the call would deny", () => {
    const codes = new Set<CheckCode>(
      CHECKS.filter(({ phase }) => phase === "binding").map(({ code }) => code),
    );
    for (const flip of FLIPS.filter(({ code }) => codes.has(code))) {
      const decision = decide(
        { ...SNAPSHOT, ...flip.snapshot },
        { ...listed, ...flip.proposal, arguments: null },
      );
      expect([decision.effect, decision.rule]).toEqual(["deny", flip.code]);
    }
  });

  test("does not offer what is certain to ask when nobody can be asked, and offers it otherwise", () => {
    const high = { ...listed, risk: "high" } as const;
    expect(decide({ ...SNAPSHOT, approval: { kind: "nobody" } }, high).rule).toBe("nobody_to_ask");
    expect(decide(SNAPSHOT, high).effect).toBe("ask");
  });

  test("is approved by no approval: there are no arguments that it could be of", () => {
    const approval = { kind: "granted", by: "flag", argumentsDigest: "sha256:arguments" } as const;
    expect(decide({ ...SNAPSHOT, approval }, { ...listed, risk: "high" }).effect).toBe("ask");
  });
});

describe("a grant without limits of its own", () => {
  test("passes what it does not limit, and says so", () => {
    const grant = { ...GRANT, providers: null, callBudget: null, expiresAt: null };
    const { effect, trace } = decide({ ...SNAPSHOT, grant, now: 1e15, callsSpent: 1e9 }, PROPOSAL);
    expect(effect).toBe("allow");
    const because = Object.fromEntries(trace.map((entry) => [entry.check, entry.because]));
    expect(because["expired"]).toBe("The grant has no end in time.");
    expect(because["call_budget"]).toBe("The grant does not count calls.");
    expect(because["identity_changed"]).toBe(
      'The server "docs" and its policy are the ones proposed; the grant is tied to no identity.',
    );
  });

  test("tied to identities but not to definitions, takes whatever the policy admits", () => {
    const grant = { ...GRANT, providers: [{ ...identityOf(), toolDigests: null }] };
    expect(decide({ ...SNAPSHOT, grant }, PROPOSAL).effect).toBe("allow");
  });

  test("chat within its ceiling is allowed", () => {
    const decision = decide({ ...SNAPSHOT, grant: CHAT_GRANT }, { ...PROPOSAL, ...READER });
    expect(decision.effect).toBe("allow");
    expect(decision.trace[8]?.because).toBe(
      "The effect search at the risk medium is within the ceiling of chat.",
    );
  });
});
