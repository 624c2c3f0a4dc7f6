import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { terminalProgress } from "./terminal-progress.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function progress(isTerminal: boolean) {
  const written: string[] = [];
  return { written, port: terminalProgress({ write: (text) => written.push(text), isTerminal }) };
}

describe("work that takes long is spoken of", () => {
  test("under a second nothing is said", () => {
    const { written, port } = progress(true);
    const done = port.begin("connecting to docs");
    vi.advanceTimersByTime(999);
    done();
    vi.advanceTimersByTime(10_000);
    expect(written).toEqual([]);
  });

  test("on a terminal one line counts the seconds, and goes", () => {
    const { written, port } = progress(true);
    const done = port.begin("connecting to docs");
    vi.advanceTimersByTime(2000);
    done();
    expect(written).toEqual([
      "\r\u001b[Kperspt: connecting to docs … 1 s",
      "\r\u001b[Kperspt: connecting to docs … 2 s",
      "\r\u001b[K",
    ]);
  });

  test("while somebody is asked the line is gone, and comes back after the answer", () => {
    const { written, port } = progress(true);
    const done = port.begin("calling mcp.docs.search");
    vi.advanceTimersByTime(1000);
    const release = port.hold();
    vi.advanceTimersByTime(5000);
    release();
    vi.advanceTimersByTime(1000);
    done();
    expect(written).toEqual([
      "\r\u001b[Kperspt: calling mcp.docs.search … 1 s",
      "\r\u001b[K",
      "\r\u001b[Kperspt: calling mcp.docs.search … 7 s",
      "\r\u001b[K",
    ]);
  });

  test("elsewhere it is one line that stays, without control characters", () => {
    const { written, port } = progress(false);
    const done = port.begin("connecting to a\u001b[2J");
    vi.advanceTimersByTime(5000);
    done();
    expect(written).toEqual(["perspt: connecting to a\\u001b[2J …\n"]);
  });
});
