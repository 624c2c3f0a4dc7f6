import { expect, test } from "vitest";
import { DiagnosticLog } from "./diagnostic-log.js";

test("report 1: counts exactly and keeps one bounded, escaped sample a kind", () => {
  const log = new DiagnosticLog();
  log.record("stdout_noise", "Azure\u001b[2J");
  log.record("stdout_noise", "another");
  log.record("foreign_response", "x".repeat(500));

  expect(log.list()).toStrictEqual([
    { code: "stdout_noise", count: 2, sample: "Azure\\u{1b}[2J" },
    { code: "foreign_response", count: 1, sample: `${"x".repeat(200)}…` },
  ]);
});
