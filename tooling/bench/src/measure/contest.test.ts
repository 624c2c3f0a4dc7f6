import { expect, test } from "vitest";
import { holdContest } from "./contest.js";

test("contenders take turns, each round begins with another, and the warm-up is not counted", async () => {
  const log: string[] = [];
  const contender = (name: string) => ({
    name,
    run() {
      log.push(name);
    },
    async after() {
      log.push(".");
    },
  });
  const times = await holdContest([contender("a"), contender("b")], { rounds: 2, warmUp: 1 });
  expect(log.join("")).toBe("a.b.b.a.a.b.");
  expect([...times].map(([name, { wall, cpu }]) => [name, wall.length, cpu.length])).toStrictEqual([
    ["a", 2, 2],
    ["b", 2, 2],
  ]);
});
