import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { whenAborted } from "./when-aborted.js";

test("many follow one signal through one listener, and each is told once", () => {
  const controller = new AbortController();
  const told: number[] = [];
  for (let n = 0; n < 100; n += 1) whenAborted(controller.signal, () => told.push(n));
  expect(getEventListeners(controller.signal, "abort")).toHaveLength(1);
  controller.abort();
  controller.abort();
  expect(told).toEqual(Array.from({ length: 100 }, (_, n) => n));
});

test("who lets go is told nothing, and after the last the signal is as it was", () => {
  const controller = new AbortController();
  const told: string[] = [];
  const same = (): number => told.push("same");
  const first = whenAborted(controller.signal, same);
  const second = whenAborted(controller.signal, same);
  first();
  first();
  expect(getEventListeners(controller.signal, "abort")).toHaveLength(1);
  second();
  expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  whenAborted(controller.signal, same);
  controller.abort();
  expect(told).toEqual(["same"]);
  whenAborted(controller.signal, same)();
  expect(told).toEqual(["same", "same"]);
});
