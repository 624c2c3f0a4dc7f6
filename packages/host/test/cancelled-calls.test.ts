import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFixture } from "@perspt/fixture-servers";
import type { CallOutcome } from "@perspt/mcp-client";
import { describe, expect, onTestFinished, test } from "vitest";
import { fixtureServer, openHost, policy } from "./hosts.js";

const WAVES = 40;

const COUNT = policy(
  "count",
  "data_write",
  "low",
  '[{ kind = "scoped_argument", family = "notes", field = "note", access = "write" }]',
);

/** TOML of the counting server over each transport. */
async function countingServer(kind: "stdio" | "streamable_http", effects: string): Promise<string> {
  if (kind === "stdio") return fixtureServer("t", "toolbox", COUNT, ["--effects", effects]);
  const running = await startFixture("toolbox", ["--effects", effects]);
  onTestFinished(() => running.stop());
  return `[[external_tools]]
id = "t"
transport = "streamable_http"
url = "${running.url}"
${COUNT}
`;
}

describe.each(["stdio", "streamable_http"] as const)(
  "T72: calls cancelled at any moment over %s",
  (kind) => {
    test("what is said not to have run has left no effect, and every intent has its outcome", async () => {
      const effects = join(mkdtempSync(join(tmpdir(), "perspt-")), "effects");
      const { call, records } = await openHost(await countingServer(kind, effects));
      await call("mcp.t.count", { note: "first" });
      const { durationMs } = await call("mcp.t.count", { note: "second" });
      const ended: { readonly note: string; readonly outcome: CallOutcome }[] = [];
      for (let wave = 0; wave < WAVES; wave += 1) {
        // From before the first decision to after the last answer, as long as that takes on this machine.
        const delayMs = (wave / WAVES) * durationMs * 4;
        const calls = Array.from({ length: 4 }, async (_, index) => {
          const note = `note-${wave}-${index}`;
          const stop = new AbortController();
          const timer = setTimeout(() => stop.abort(), delayMs);
          const { outcome } = await call("mcp.t.count", { note }, stop.signal);
          clearTimeout(timer);
          return { note, outcome };
        });
        ended.push(...(await Promise.all(calls)));
      }
      // A request that was under way when it was cancelled may still arrive.
      await new Promise((resolve) => setTimeout(resolve, 300));
      const happened = existsSync(effects) ? readFileSync(effects, "utf8").split("\n") : [];
      for (const { note, outcome } of ended) {
        const times = happened.filter((line) => line === note).length;
        expect([note, times]).toEqual([note, Math.min(times, 1)]);
        if (!outcome.mayHaveRun)
          expect([note, outcome.kind, times]).toEqual([note, outcome.kind, 0]);
        if (outcome.kind === "completed") expect([note, times]).toEqual([note, 1]);
      }
      const written = records();
      const intents = written.flatMap((record) => (record.type === "intent" ? [record.seq] : []));
      const outcomes = written.flatMap((record) =>
        record.type === "outcome" ? [record.intent] : [],
      );
      expect(outcomes.toSorted((left, right) => left - right)).toEqual(intents);
      // The moments were spread well enough to meet both ends.
      expect(new Set(ended.map(({ outcome }) => outcome.kind)).size).toBeGreaterThan(1);
    });
  },
);
