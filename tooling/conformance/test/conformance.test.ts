import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { clientScenarios, judge } from "./run-suite.js";

/** The scenarios that we run, and the checks of each that the suite itself has no way to make against a client of this revision. */
const SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  tools_call: [],
  "request-metadata": [],
  "sep-2322-client-request-state": [],
  "http-standard-headers": [
    "ClientMcpMethodHeader_initialize",
    "ClientMcpMethodHeader_notifications_initialized",
  ],
  "http-custom-headers": [],
  "http-invalid-tool-headers": [],
  "json-schema-ref-no-deref": [],
  "json-schema-2020-12-preservation": [],
};

const IDLE_CLIENT = fileURLToPath(new URL("./idle-client.mjs", import.meta.url));

/** Perspt sends the headers that its user configures and speaks no OAuth: what the suite asks of OAuth clients is not for it. */
const AUTHORIZATION = /^auth\//;

describe("the official conformance suite, for clients of 2026-07-28", () => {
  test("lists no scenario that is not run here but those of authorization", async () => {
    const listed = (await clientScenarios()).filter((name) => !AUTHORIZATION.test(name));
    expect(listed.toSorted()).toEqual(Object.keys(SCENARIOS).toSorted());
  });

  // One after the other: the suite has its own deadlines, and this machine few processors.
  test.each(Object.entries(SCENARIOS))(
    "passes us in %s",
    { timeout: 120_000 },
    async (scenario, skipped) => {
      const { exitCode, checks, output } = await judge(scenario);
      const named = (status: string) =>
        checks.filter((check) => check.status === status).map(({ name }) => name);
      expect([named("FAILURE"), named("WARNING")], output).toEqual([[], []]);
      expect(named("SKIPPED"), output).toEqual(skipped);
      expect(named("SUCCESS").length, output).toBeGreaterThan(0);
      expect(exitCode, output).toBe(0);
    },
  );

  test("fails a client that does nothing: its verdict is no formality", async () => {
    const { exitCode, checks } = await judge("tools_call", IDLE_CLIENT);
    expect(checks).toMatchObject([{ name: "ToolAddNumbers", status: "FAILURE" }]);
    expect(exitCode).toBe(1);
  });
});
