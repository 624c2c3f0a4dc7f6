import { startFixture } from "@perspt/fixture-servers";
import { expect, onTestFinished, test } from "vitest";
import { fixtureServer, openHost, policy } from "./hosts.js";

const POLICIES = ["healthy", "bad_header"].map((tool) => policy(tool)).join("\n");

test("H7: over HTTP a tool that the client leaves out is rejected by admission, with its reason, and the others stay", async () => {
  const running = await startFixture("hostile-catalog");
  onTestFinished(() => running.stop());
  const { host } = await openHost(`[[external_tools]]
id = "docs"
transport = "streamable_http"
url = "${running.url}"
modes = ["agent"]
${POLICIES}`);
  const [report] = host.reports();
  expect(report?.admitted.map(({ remoteName }) => remoteName)).toEqual(["healthy"]);
  const rejected = report?.rejected.find(({ remoteName }) => remoteName === "bad_header");
  expect(rejected).toMatchObject({
    code: "invalid_parameter_header",
    reason: 'The x-mcp-header at "/properties/q" must be the name of an HTTP header; it is "a b".',
  });
  // The rules of admission go on in their order for the tools that the client left out.
  expect(report?.rejected).toHaveLength(20);
  expect(report?.unusedPolicies).toEqual([]);
});

test("H7: over stdio, where nothing is mirrored, the same tool is admitted", async () => {
  const { host } = await openHost(fixtureServer("docs", "hostile-catalog", POLICIES));
  const [report] = host.reports();
  expect(report?.admitted.map(({ remoteName }) => remoteName)).toEqual(["healthy", "bad_header"]);
});
