import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkLayers } from "./check-layers.js";
import { type PlantedWorkspace, plantWorkspace } from "./planted-workspace.js";
import type { RuleName } from "./problem.js";

let workspace: PlantedWorkspace;

beforeEach(() => {
  workspace = plantWorkspace();
});
afterEach(() => {
  workspace.remove();
});

/** The rules that the planted workspace breaks, each with its place. */
function broken(): string[] {
  return checkLayers(workspace.root).map(({ rule, where }) => `${rule} ${where}`);
}

interface Fault {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly rule: RuleName;
  readonly where: string;
}

const faults: readonly Fault[] = [
  {
    title: "an upward import",
    files: { "packages/json/src/index.ts": 'import "@perspt/host";\n' },
    rule: "upward-import",
    where: "packages/json/src/index.ts:1",
  },
  {
    title: "a sideways import",
    files: { "packages/config/src/index.ts": 'import type { C } from "@perspt/mcp-client";\n' },
    rule: "upward-import",
    where: "packages/config/src/index.ts:1",
  },
  {
    title: "a downward import that the table does not list",
    files: { "packages/mcp-client/src/index.ts": '\nexport * from "@perspt/kernel";\n' },
    rule: "unlisted-import",
    where: "packages/mcp-client/src/index.ts:2",
  },
  {
    title: "a private tool in a library",
    files: { "packages/json/src/index.ts": 'import "@perspt/testkit";\n' },
    rule: "unlisted-import",
    where: "packages/json/src/index.ts:1",
  },
  {
    title: "a stranger's package that the table does not list",
    files: { "packages/json/src/index.ts": 'import { z } from "zod";\n' },
    rule: "unlisted-import",
    where: "packages/json/src/index.ts:1",
  },
  {
    title: "an import that package.json does not declare",
    files: {
      "packages/journal/package.json": '{"name":"@perspt/journal"}',
      "packages/journal/src/index.ts": 'import { digest } from "@perspt/json";\n',
    },
    rule: "undeclared-import",
    where: "packages/journal/src/index.ts:1",
  },
  {
    title: "a deep path into another package",
    files: { "packages/policy/src/index.ts": 'import "@perspt/json/dist/digest.js";\n' },
    rule: "deep-import",
    where: "packages/policy/src/index.ts:1",
  },
  {
    title: "a deep path in a test",
    files: { "packages/policy/src/a.test.ts": 'import "@perspt/json/src/digest.js";\n' },
    rule: "deep-import",
    where: "packages/policy/src/a.test.ts:1",
  },
  {
    title: "a relative path into another package",
    files: { "packages/policy/src/index.ts": 'import "../../json/src/index.js";\n' },
    rule: "relative-escape",
    where: "packages/policy/src/index.ts:1",
  },
  {
    title: "a test entry in what runs in production",
    files: {
      "packages/mcp-client/package.json": JSON.stringify({
        name: "@perspt/mcp-client",
        exports: { "./testing": { "perspt:source": "./src/testing/index.ts" } },
      }),
      "packages/mcp-client/src/testing/index.ts": "export const twin = 1;\n",
      "packages/host/src/index.ts": 'import "@perspt/mcp-client/testing";\n',
    },
    rule: "test-entry",
    where: "packages/host/src/index.ts:1",
  },
  {
    title: "the sources of a test entry in its own package",
    files: {
      "packages/mcp-client/src/testing/twin.ts": "export const twin = 1;\n",
      "packages/mcp-client/src/index.ts": 'export { twin } from "./testing/twin.js";\n',
    },
    rule: "test-entry",
    where: "packages/mcp-client/src/index.ts:1",
  },
  {
    title: "the SDK in the kernel",
    files: { "packages/kernel/src/a.ts": 'await import("@modelcontextprotocol/client");\n' },
    rule: "sdk-outside",
    where: "packages/kernel/src/a.ts:1",
  },
  {
    title: "an SDK type in the host",
    files: { "packages/host/src/a.ts": 'type T = import("@modelcontextprotocol/client").Tool;\n' },
    rule: "sdk-outside",
    where: "packages/host/src/a.ts:1",
  },
  {
    title: "the SDK in the app outside its demo",
    files: { "apps/cli/src/main.ts": 'import "@modelcontextprotocol/server";\n' },
    rule: "sdk-outside",
    where: "apps/cli/src/main.ts:1",
  },
  {
    title: "a cycle",
    files: {
      "packages/text/src/a.ts": 'import { b } from "./b.js";\n',
      "packages/text/src/b.ts": 'export * from "./c.js";\n',
      "packages/text/src/c.ts": 'import type { A } from "./a.js";\n',
    },
    rule: "cycle",
    where: "packages/text/src/a.ts",
  },
  {
    title: "The pattern engine reached statically from the index",
    files: {
      "packages/json/src/index.ts": 'export { validate } from "./validate.js";\n',
      "packages/json/src/validate.ts": 'import { RE2JS } from "re2js";\n',
    },
    rule: "eager-heavy-import",
    where: "packages/json/src/validate.ts:1",
  },
  {
    title: "process.exit in a library",
    files: { "packages/host/src/index.ts": "\n\nprocess.exit(1);\n" },
    rule: "process-use",
    where: "packages/host/src/index.ts:3",
  },
  {
    title: "process['stdin'] in a library",
    files: { "packages/host/src/index.ts": 'globalThis.process["stdin"].resume();\n' },
    rule: "process-use",
    where: "packages/host/src/index.ts:1",
  },
  {
    title: "a signal handler in a library",
    files: { "packages/host/src/index.ts": 'process.once("SIGINT", () => {});\n' },
    rule: "process-use",
    where: "packages/host/src/index.ts:1",
  },
  {
    title: "the console in a library",
    files: { "packages/host/src/index.ts": "const log = console.log;\n" },
    rule: "process-use",
    where: "packages/host/src/index.ts:1",
  },
  {
    title: "the console handed on by a library",
    files: { "packages/host/src/index.ts": "export const ports = { log: console };\n" },
    rule: "process-use",
    where: "packages/host/src/index.ts:1",
  },
  {
    title: "exit imported from node:process",
    files: { "packages/host/src/index.ts": 'import { exit } from "node:process";\n' },
    rule: "process-use",
    where: "packages/host/src/index.ts:1",
  },
  {
    title: "a Node module in the kernel",
    files: { "packages/kernel/src/index.ts": 'import { createHash } from "node:crypto";\n' },
    rule: "node-builtin",
    where: "packages/kernel/src/index.ts:1",
  },
  {
    title: "a package without a row",
    files: { "packages/extra/package.json": '{"name":"@perspt/extra"}' },
    rule: "unknown-package",
    where: "packages/extra",
  },
];

describe("each planted fault is reported", () => {
  it.each(faults)("$title", ({ files, rule, where }) => {
    for (const [path, text] of Object.entries(files)) workspace.write(path, text);
    expect(broken()).toEqual([`${rule} ${where}`]);
  });

  it("The pattern engine reached from the index of a package above", () => {
    workspace.write("packages/json/src/index.ts", 'import { RE2JS } from "re2js";\n');
    workspace.write("packages/journal/src/index.ts", 'import "@perspt/json";\n');
    const routes = checkLayers(workspace.root).map(({ text }) => text);
    expect(routes).toContain(
      "packages/journal/src/index.ts -> packages/json/src/index.ts -> re2js",
    );
  });
});

describe("what is allowed is not reported", () => {
  it("an innocent workspace", () => {
    expect(broken()).toEqual([]);
  });

  it("heavy packages by import() and by type, the SDK where it belongs", () => {
    workspace.write("packages/json/src/index.ts", 'export const load = () => import("re2js");\n');
    workspace.write(
      "packages/transport/src/index.ts",
      'import type { Client } from "@modelcontextprotocol/client";\n',
    );
    workspace.write("apps/cli/src/demo/server.ts", 'import "@modelcontextprotocol/server";\n');
    expect(broken()).toEqual([]);
  });

  it("the process in the app, and words that only look like it", () => {
    workspace.write("apps/cli/src/main.ts", "console.log(process.stdin);\nprocess.exit(0);\n");
    workspace.write(
      "packages/host/src/index.ts",
      'export const facts = { console: 1, exit: process.platform, pid: process.pid };\nchild.once("exit", done);\n',
    );
    expect(broken()).toEqual([]);
  });

  it("test kits and any layer in a test", () => {
    workspace.write("packages/json/src/a.test.ts", 'import "@perspt/testkit";\nimport "vitest";\n');
    expect(broken()).toEqual([]);
  });
});
