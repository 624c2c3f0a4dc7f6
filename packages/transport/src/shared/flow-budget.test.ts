import { describe, expect, test } from "vitest";
import { FLOW_BURST, FLOW_COST_OF_A_MESSAGE, FLOW_RATE, FlowBudget } from "./flow-budget.js";

function budgetAt() {
  const time = { now: 1_000_000 };
  return { time, budget: new FlowBudget({ now: () => time.now, schedule: () => () => {} }) };
}

const MESSAGE = 1024 - FLOW_COST_OF_A_MESSAGE;

describe("T70: what comes unasked", () => {
  test("may come at once up to the burst, and then waits for room", () => {
    const { budget } = budgetAt();
    for (let sent = 0; sent < FLOW_BURST; sent += 1024) expect(budget.spend(MESSAGE)).toBe(0);
    expect(budget.spend(MESSAGE)).toBe(100);
    expect(budget.spend(FLOW_RATE)).toBeGreaterThan(1000);
  });

  test("has its room again after a while, at the rate", () => {
    const { budget, time } = budgetAt();
    budget.spend(FLOW_BURST);
    expect(budget.spend(MESSAGE)).toBe(100);
    time.now += 1000;
    expect(budget.spend(FLOW_RATE / 2)).toBe(0);
    time.now += 60_000;
    expect(budget.spend(FLOW_BURST - FLOW_COST_OF_A_MESSAGE)).toBe(0);
  });

  test("costs something however short it is", () => {
    const { budget } = budgetAt();
    let count = 0;
    while (budget.spend(0) === 0) count += 1;
    expect(count).toBe(FLOW_BURST / FLOW_COST_OF_A_MESSAGE);
  });

  test("gains nothing by a clock that is set back", () => {
    const { budget, time } = budgetAt();
    budget.spend(FLOW_BURST);
    time.now -= 3_600_000;
    expect(budget.spend(MESSAGE)).toBe(100);
  });
});
