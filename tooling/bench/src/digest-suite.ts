import { createHash } from "node:crypto";
import { digest, type JsonObject } from "@perspt/json";
import { compare } from "./measure/comparison.js";
import { holdContest } from "./measure/contest.js";
import type { Suite } from "./measure/suite.js";

/** Repeated within one sample, because a clock does not see a single one. */
const REPEATS = 20;

/** Arguments of a call are digested twice on their way out: when decided and when sent. */
export const digests: Suite = {
  name: "digest",
  async run(tell) {
    for (const count of [3, 1000]) {
      const value = argumentsOf(count);
      const contest = await holdContest(
        [
          { name: "canonical digest", run: () => repeat(() => digest(value)) },
          { name: "JSON.stringify and SHA-256", run: () => repeat(() => plainDigest(value)) },
        ],
        { rounds: 400, warmUp: 100 },
      );
      const [subject, peer] = ["canonical digest", "JSON.stringify and SHA-256"];
      tell(compare(contest, { task: `20 of ${count} arguments`, subject, peer }));
    }
  },
};

function repeat(work: () => void): void {
  for (let count = 0; count < REPEATS; count += 1) work();
}

function plainDigest(value: JsonObject): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}

function argumentsOf(count: number): JsonObject {
  const names = Array.from({ length: count }, (_, index) => `argument ${index}`);
  return Object.fromEntries(names.map((name) => [name, `the value of ${name}`]));
}
