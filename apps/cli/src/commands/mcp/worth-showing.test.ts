import type { RejectedTool, RejectionCode } from "@perspt/policy";
import { expect, test } from "vitest";
import { hintsWorthShowing } from "./worth-showing.js";

const rejected = (code: RejectionCode, hint: string): RejectedTool => ({
  remoteName: "t",
  code,
  reason: "No.",
  hint,
});

test("each hint is there once, whatever number of tools it is for", () => {
  const rename = rejected("invalid_name", "# rename");
  expect(hintsWorthShowing([rename, rename, rename])).toEqual(["# rename"]);
  expect(hintsWorthShowing([])).toEqual([]);
});

test("what can be pasted comes before what only the server can mend, and each rule has its first turn before any has its second", () => {
  expect(
    hintsWorthShowing([
      rejected("invalid_name", "# rename"),
      rejected("undeclared_tool", "# Advice.\n[external_tools.tools.a]"),
      rejected("undeclared_tool", "# Advice.\n[external_tools.tools.b]"),
      rejected("invalid_schema", "# repair"),
      rejected("definition_changed", "# Look.\n[external_tools.tools.c]"),
      rejected("undeclared_tool", "# No configuration can name it."),
    ]),
  ).toEqual([
    "# Advice.\n[external_tools.tools.a]",
    "# Look.\n[external_tools.tools.c]",
    "# Advice.\n[external_tools.tools.b]",
    "# rename",
    "# repair",
    "# No configuration can name it.",
  ]);
});
