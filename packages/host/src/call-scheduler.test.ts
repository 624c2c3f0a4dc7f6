import type { Touch } from "@perspt/kernel";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CallScheduler } from "./call-scheduler.js";

const never = new AbortController().signal;
const write = (value: string): Touch => ({ kind: "value", family: "f", value, access: "write" });
const read = (value: string): Touch => ({ kind: "value", family: "f", value, access: "read" });

/** Runs each list of touches as one call that takes a tick, and tells which calls were running at each start. */
async function run(calls: readonly (readonly Touch[])[]) {
  const scheduler = new CallScheduler();
  const running = new Set<number>();
  const started: number[] = [];
  const overlaps: [number, number][] = [];
  await Promise.all(
    calls.map(async (touches, index) => {
      const turn = await scheduler.enter(touches, never);
      started.push(index);
      for (const other of running) overlaps.push([other, index]);
      running.add(index);
      await new Promise((resolve) => setImmediate(resolve));
      running.delete(index);
      turn?.end();
    }),
  );
  return { started, overlaps };
}

describe("scheduling by footprint", () => {
  test("calls that touch different things run side by side", async () => {
    const { overlaps } = await run([[write("a")], [write("b")]]);
    expect(overlaps).toEqual([[0, 1]]);
  });

  test("two reads of one thing run side by side", async () => {
    const { overlaps } = await run([[read("a")], [read("a")]]);
    expect(overlaps).toEqual([[0, 1]]);
  });

  test("a write waits for the read before it, and a later unrelated call does not wait", async () => {
    const { started, overlaps } = await run([[read("a")], [write("a")], [write("b")]]);
    expect(started).toEqual([0, 2, 1]);
    expect(overlaps).toEqual([
      [0, 2],
      [2, 1],
    ]);
  });

  test("conflicting calls never overlap, start in the order proposed, and none is dropped", async () => {
    const touch = fc
      .tuple(fc.constantFrom("a", "b", "c"), fc.boolean())
      .map(([value, writes]) => (writes ? write(value) : read(value)));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(touch, { maxLength: 3 }), { maxLength: 8 }),
        async (calls) => {
          const { started, overlaps } = await run(calls);
          expect([...started].sort((left, right) => left - right)).toEqual(
            calls.map((_, index) => index),
          );
          const clash = (left: number, right: number) =>
            (calls[left] ?? []).some((one) =>
              (calls[right] ?? []).some(
                (other) =>
                  one.kind === "value" &&
                  other.kind === "value" &&
                  one.value === other.value &&
                  (one.access === "write" || other.access === "write"),
              ),
            );
          for (const [left, right] of overlaps) expect(clash(left, right)).toBe(false);
          for (const [position, index] of started.entries()) {
            for (const later of started.slice(position + 1)) {
              if (later < index) expect(clash(later, index)).toBe(false);
            }
          }
        },
      ),
    );
  });

  test("a call cancelled while it waits gives up, and its followers still wait for those before it", async () => {
    const scheduler = new CallScheduler();
    const cancel = new AbortController();
    const first = await scheduler.enter([write("a")], never);
    const second = scheduler.enter([write("a")], cancel.signal);
    const third = scheduler.enter([write("a")], never);
    cancel.abort();
    expect(await second).toBeNull();
    const early = await Promise.race([
      third,
      new Promise((resolve) => setImmediate(() => resolve("waiting"))),
    ]);
    expect(early).toBe("waiting");
    first?.end();
    expect(await third).not.toBeNull();
  });
});
