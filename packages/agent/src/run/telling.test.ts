import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { telling } from "./telling.js";

async function drain(told: AsyncGenerator<string, number, void>) {
  const seen: string[] = [];
  for (;;) {
    const next = await told.next();
    if (next.done === true) return { seen, result: next.value };
    seen.push(next.value);
  }
}

test("what work tells is yielded in its order, also what it tells at once or last", async () => {
  const work = async (tell: (told: string) => void) => {
    tell("first");
    await turn();
    tell("second");
    tell("third");
    await turn();
    tell("last");
    return 7;
  };
  expect(await drain(telling(work))).toEqual({
    seen: ["first", "second", "third", "last"],
    result: 7,
  });
});

test("what work told before it failed is yielded, and then its failure is thrown", async () => {
  const told = telling(async (tell: (told: string) => void): Promise<number> => {
    tell("begun");
    throw new Error("broken");
  });
  expect(await told.next()).toEqual({ done: false, value: "begun" });
  await expect(told.next()).rejects.toThrow("broken");
});
