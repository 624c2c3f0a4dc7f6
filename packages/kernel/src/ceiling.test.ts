import { describe, expect, test } from "vitest";
import { agentCeiling, CHAT_CEILING, GRANTABLE_EFFECTS, riskLimit } from "./ceiling.js";
import { EFFECT_KINDS, READ_ONLY_EFFECTS, RESERVED_EFFECTS } from "./effect.js";

describe("ceilings of the modes", () => {
  test("chat holds exactly the read-only effects, up to medium (T54)", () => {
    expect(CHAT_CEILING).toEqual({
      effects: READ_ONLY_EFFECTS,
      riskCeiling: "medium",
      criticalEffects: [],
    });
  });

  test("the agent holds every effect but the reserved ones", () => {
    expect([...GRANTABLE_EFFECTS, ...RESERVED_EFFECTS].sort()).toEqual([...EFFECT_KINDS].sort());
    expect(agentCeiling([]).effects).toBe(GRANTABLE_EFFECTS);
  });

  test("critical is for the named effects, and only under a ceiling of high", () => {
    const ceiling = agentCeiling(["run_shell"]);
    expect(riskLimit(ceiling, "run_shell")).toBe("critical");
    expect(riskLimit(ceiling, "git_write")).toBe("high");
    expect(riskLimit({ ...ceiling, riskCeiling: "medium" }, "run_shell")).toBe("medium");
  });
});
