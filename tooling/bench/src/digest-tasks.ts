import { digest, type JsonObject } from "@perspt/json";
import type { Bench } from "tinybench";

/** Arguments of a call are digested twice on their way out: when decided and when sent. */
export function addDigestTasks(bench: Bench): void {
  const small = argumentsOf(3);
  const large = argumentsOf(1000);
  bench.add("digest: 3 arguments", () => {
    digest(small);
  });
  bench.add("digest: 1000 arguments", () => {
    digest(large);
  });
}

function argumentsOf(count: number): JsonObject {
  const names = Array.from({ length: count }, (_, index) => `argument ${index}`);
  return Object.fromEntries(names.map((name) => [name, `the value of ${name}`]));
}
