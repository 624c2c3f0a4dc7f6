import { expect, test } from "vitest";
import { waitingFor } from "./waiting-for.js";

test.each([
  [".", 1, "copying the project, 1 file"],
  ["node_modules", 12_000, "copying node_modules, 12,000 files"],
  ["packages/a/node_modules", 1_234_567, "copying packages/a/node_modules, 1,234,567 files"],
])("a copy of %s with %i files is waited for as: %s", (folder, files, text) => {
  expect(waitingFor({ type: "copying", folder, files })).toBe(text);
});

test("a call is waited for by its operation's own name", () => {
  const started = { type: "activity_started", id: "1", operation: "local.run" } as const;
  expect(waitingFor({ type: "loop", event: started })).toBe("run");
});
