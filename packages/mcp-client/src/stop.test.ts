import { describe, expect, test } from "vitest";
import { Stop } from "./stop.js";

describe("a stop", () => {
  test("tells its followers once, with the first reason", () => {
    const stop = new Stop();
    const told: unknown[] = [];
    stop.follow(() => told.push(stop.reason));
    expect([stop.isStopped, stop.reason]).toStrictEqual([false, undefined]);
    stop.stop("first");
    stop.stop("second");
    expect([stop.isStopped, stop.reason, told]).toStrictEqual([true, "first", ["first"]]);
  });

  test("tells nobody who has let go, and late comers at once", () => {
    const stop = new Stop();
    let told = 0;
    const count = () => {
      told += 1;
    };
    stop.follow(count)();
    stop.stop("over");
    expect(told).toBe(0);
    stop.follow(count);
    expect(told).toBe(1);
  });

  test("counts one callback that follows twice as two followers", () => {
    const stop = new Stop();
    let told = 0;
    const count = () => {
      told += 1;
    };
    const release = stop.follow(count);
    stop.follow(count);
    release();
    stop.stop("over");
    expect(told).toBe(1);
  });

  test("has a signal that aborts with it, whether it was asked for before or after", () => {
    const before = new Stop();
    const { signal } = before;
    expect(signal.aborted).toBe(false);
    before.stop("over");
    expect([signal.aborted, signal.reason, before.signal]).toStrictEqual([true, "over", signal]);

    const after = new Stop();
    after.stop("over");
    expect([after.signal.aborted, after.signal.reason]).toStrictEqual([true, "over"]);
  });
});
