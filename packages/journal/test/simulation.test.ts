import { expect, test } from "vitest";
import { proofSize } from "./proof-size.js";
import { simulate } from "./simulation/simulate.js";

const SEEDS = proofSize({ whole: 5_000, part: 300 });

test(`D4: in ${SEEDS} simulated histories no acknowledged record is lost, and every doubt is told`, async () => {
  const problems: string[] = [];
  let acknowledged = 0;
  let powerLosses = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const report = await simulate(seed);
    problems.push(...report.problems);
    acknowledged += report.acknowledged;
    powerLosses += report.powerLosses;
  }
  expect(problems).toEqual([]);
  // They did happen.
  expect(acknowledged).toBeGreaterThan(10 * SEEDS);
  expect(powerLosses).toBeGreaterThan(SEEDS);
}, 600_000);

test("D4: a seed gives the same history each time", async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    expect((await simulate(seed)).digest).toBe((await simulate(seed)).digest);
  }
});
