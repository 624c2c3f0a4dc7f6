import type { ApprovalAnswer } from "@perspt/host";
import { type EffectKind, GRANTABLE_EFFECTS, RISK_CLASSES, type RiskClass } from "@perspt/kernel";
import type { CallOutcome } from "@perspt/mcp-client";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { replaySession } from "../src/index.js";
import { localOperation, record } from "./recorded-sessions.js";

/** Of a thousand sessions in the whole proof; PERSPT_SESSIONS sets another number. */
const SESSIONS = Number(process.env["PERSPT_SESSIONS"] ?? 150);

const error = { code: "timeout", message: "Too slow.", hint: null, serverError: null };
const OUTCOMES: readonly CallOutcome[] = [
  { kind: "completed", mayHaveRun: true, result: { content: [{ type: "text", text: "done" }] } },
  { kind: "tool_error", mayHaveRun: true, result: { content: [], isError: true } },
  { kind: "failed", mayHaveRun: false, error },
  { kind: "uncertain", mayHaveRun: true, error, taskId: null },
];
const ANSWERS: readonly ApprovalAnswer[] = [
  { kind: "granted", by: "person", scope: "call" },
  { kind: "granted", by: "person", scope: "session" },
  { kind: "granted", by: "flag", scope: "call" },
  { kind: "denied", by: "person", reason: "No." },
  { kind: "withdrawn" },
];

const operation = fc.record({
  effect: fc.constantFrom<EffectKind>(...GRANTABLE_EFFECTS),
  risk: fc.constantFrom<RiskClass>(...RISK_CLASSES),
  access: fc.constantFrom("read" as const, "write" as const),
  bindsPath: fc.boolean(),
});
const path = fc.constantFrom("a.txt", "/proj/b.txt", "/etc/passwd", "/protected/journal", "../x");
const call = fc.record({ operation: fc.nat(2), path, outcome: fc.constantFrom(...OUTCOMES) });
const session = fc.record({
  mode: fc.constantFrom("agent" as const, "chat" as const),
  operations: fc.tuple(operation, operation, operation),
  calls: fc.array(call, { minLength: 1, maxLength: 8 }),
  answers: fc.option(fc.array(fc.constantFrom(...ANSWERS), { minLength: 1 })),
  callBudget: fc.option(fc.nat(4)),
});

test("generated sessions replay to what they showed, and to the same hash every time", {
  timeout: 120_000,
}, async () => {
  let calls = 0;
  await fc.assert(
    fc.asyncProperty(session, async ({ mode, operations, calls: wished, answers, callBudget }) => {
      let outcome: CallOutcome = OUTCOMES[0] ?? expect.unreachable();
      let asked = 0;
      const shown: string[] = [];
      const reading = await record({
        operations: operations.map(({ effect, risk, access, bindsPath }, index) =>
          localOperation(
            `operation_${index}`,
            {
              effect,
              risk,
              footprint: { selectors: [{ kind: "path_argument", field: "path", access }] },
              bindings: bindsPath ? [{ kind: "path", field: "path" }] : [],
            },
            () => outcome,
          ),
        ),
        grant: { mode, callBudget, paths: [{ provider: null, path: "/proj" }], asksFrom: "medium" },
        answer:
          answers === null ? null : () => answers[asked++ % answers.length] ?? expect.unreachable(),
        async run(_host, run) {
          for (const next of wished) {
            outcome = next.outcome;
            shown.push((await run(`local.operation_${next.operation}`, { path: next.path })).kind);
          }
        },
      });
      const replay = replaySession(reading);
      if (replay.kind !== "same") return expect.unreachable(JSON.stringify(replay));
      expect(
        replay.transcript.map((entry) =>
          entry.kind === "call" ? (entry.outcome?.kind ?? "refused") : entry.kind,
        ),
      ).toEqual(shown);
      expect(replaySession(reading)).toEqual(replay);
      calls += shown.length;
    }),
    { numRuns: SESSIONS },
  );
  expect(calls).toBeGreaterThan(SESSIONS);
});
