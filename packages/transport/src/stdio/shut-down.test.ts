import { describe, expect, test } from "vitest";
import type { TransportClock } from "../shared/clock.js";
import { INPUT_END_GRACE, KILL_GRACE, shutDown, TERMINATE_GRACE } from "./shut-down.js";
import type { RunningProgram } from "./spawn-port.js";

/** A program that dies at the given request, on a clock of its own; `steps` are what was asked of it, and when. */
function mortal(diesAt: "end of input" | "SIGTERM" | "SIGKILL" | "never") {
  const steps: string[] = [];
  let now = 0;
  let isAlive = true;
  const ask = (request: string) => {
    steps.push(`${request} at ${now}`);
    if (request === diesAt) isAlive = false;
  };
  const clock: TransportClock = {
    now: () => now,
    schedule(milliseconds, callback) {
      now += milliseconds;
      queueMicrotask(callback);
      return () => {};
    },
  };
  const program: RunningProgram = {
    pid: 1,
    write: async () => {},
    pauseOutput() {},
    resumeOutput() {},
    endInput: () => ask("end of input"),
    signal: (name) => ask(name),
    isAlive: () => isAlive,
  };
  return { program, clock, steps, elapsed: () => now };
}

describe("I7, T10: ending a program", () => {
  test("that ends with its input sends no signal", async () => {
    const { program, clock, steps, elapsed } = mortal("end of input");
    await shutDown(program, "polite", clock);
    expect(steps).toStrictEqual(["end of input at 0"]);
    expect(elapsed()).toBe(0);
  });

  test("that ignores the end of its input terminates it", async () => {
    const { program, clock, steps } = mortal("SIGTERM");
    await shutDown(program, "polite", clock);
    expect(steps).toStrictEqual(["end of input at 0", `SIGTERM at ${INPUT_END_GRACE}`]);
  });

  test("that ignores SIGTERM too kills it", async () => {
    const { program, clock, steps } = mortal("SIGKILL");
    await shutDown(program, "polite", clock);
    expect(steps).toStrictEqual([
      "end of input at 0",
      `SIGTERM at ${INPUT_END_GRACE}`,
      `SIGKILL at ${INPUT_END_GRACE + TERMINATE_GRACE}`,
    ]);
  });

  test("takes two seconds at the most, even if the kill does not show", async () => {
    const { program, clock, elapsed } = mortal("never");
    await shutDown(program, "polite", clock);
    expect(elapsed()).toBe(INPUT_END_GRACE + TERMINATE_GRACE + KILL_GRACE);
    expect(elapsed()).toBeLessThanOrEqual(2000);
  });

  test("that broke the rules is terminated at once", async () => {
    const { program, clock, steps } = mortal("SIGTERM");
    await shutDown(program, "at_once", clock);
    expect(steps).toStrictEqual(["end of input at 0", "SIGTERM at 0"]);
  });
});
