import { expect, test } from "vitest";
import { CoalescedWork } from "./coalesced-work.js";

test("S12: a hundred thousand requests during one run are one more run", async () => {
  let runs = 0;
  let finish = (): void => {};
  const work = new CoalescedWork(async () => {
    runs += 1;
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  expect(work.isIdle).toBe(true);
  for (let request = 0; request < 100_000; request += 1) work.request();
  expect([runs, work.isIdle, work.isAskedAgain]).toEqual([1, false, true]);
  finish();
  await new Promise((resolve) => setImmediate(resolve));
  expect([runs, work.isAskedAgain]).toEqual([2, false]);
  finish();
  await work.settled();
  expect([runs, work.isIdle]).toEqual([2, true]);
});

test("what is asked for after the end is a run of its own", async () => {
  let runs = 0;
  const work = new CoalescedWork(async () => {
    runs += 1;
  });
  work.request();
  await work.settled();
  work.request();
  await work.settled();
  expect(runs).toBe(2);
});
