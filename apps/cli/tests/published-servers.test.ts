import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { recordStdin } from "@perspt/fixture-servers";
import { describe, expect, test } from "vitest";
import { parseObject, textLike } from "./support/matchers.js";
import { documentOf, errorOf } from "./support/run-program.js";
import { policy, stdioServer } from "./support/server-tables.js";
import { workplace } from "./support/workplace.js";

// Servers as their authors published them, started offline. They come with the program's development dependencies.

const require = createRequire(import.meta.url);

/** The argv of a published server's program. */
function published(name: string, ...words: readonly string[]): [string, ...string[]] {
  const manifestFile = require.resolve(`${name}/package.json`);
  const { bin } = parseObject(readFileSync(manifestFile, "utf8"));
  const file: unknown = Object.values(bin ?? {})[0];
  return [process.execPath, join(manifestFile, "..", String(file)), ...words];
}

interface Inspected {
  readonly admitted: readonly { readonly remoteName: string; readonly source: string }[];
  readonly rejected: readonly { readonly remoteName: string; readonly code: string }[];
}

describe("published servers that speak 2026-07-28 over stdio", () => {
  const servers: readonly (readonly [
    name: string,
    serverInfo: { readonly name: string; readonly version: string },
    admitted: string,
    refused: readonly string[],
  ])[] = [
    [
      "@upstash/context7-mcp",
      { name: "Context7", version: "4.1.1" },
      "resolve-library-id",
      ["query-docs"],
    ],
    [
      "@takescake/1password-mcp",
      { name: "1password-mcp", version: "4.0.2" },
      "password_generate",
      [
        "vault_list",
        "item_lookup",
        "item_delete",
        "item_get",
        "item_edit",
        "item_list",
        "item_archive",
        "note_create",
        "password_create",
        "password_read",
        "password_update",
        "password_generate_memorable",
        "op_run",
        "op_check_ref",
      ],
    ],
  ];
  test.each(servers)(
    "%s: the tool that a policy names is admitted, every other one is not",
    async (name, serverInfo, admitted, refused) => {
      const { perspt, configure, path } = workplace();
      const log = path("stdin");
      configure(
        stdioServer("published", recordStdin(log, published(name))),
        policy(admitted, "search"),
      );
      const result = await perspt(["mcp", "inspect", "--json"]);
      expect([result.code, result.stderr]).toEqual([0, ""]);
      const { servers: reports } = documentOf(result) as { readonly servers: readonly Inspected[] };
      const [report] = reports;
      expect(report).toMatchObject({
        state: "ready",
        protocolVersion: "2026-07-28",
        serverInfo,
        diagnostics: [],
        error: null,
      });
      const tools = report?.admitted.filter(({ source }) => source === "tool");
      expect(tools?.map(({ remoteName }) => remoteName)).toEqual([admitted]);
      expect(report?.rejected.map(({ remoteName, code }) => [remoteName, code])).toEqual(
        refused.map((tool) => [tool, "undeclared_tool"]),
      );
      expect(methodsIn(log)).toEqual(["server/discover", "tools/list"]);
    },
  );

  test("1password-mcp: an admitted tool is called, and one without a policy is not", async () => {
    const { perspt, configure, path } = workplace();
    const log = path("stdin");
    configure(
      stdioServer("vault", recordStdin(log, published("@takescake/1password-mcp"))),
      policy("password_generate", "system_probe"),
    );
    const called = await perspt([
      "mcp",
      "call",
      "mcp.vault.password_generate",
      "length=24",
      "--json",
    ]);
    expect(called.code).toBe(0);
    expect(documentOf(called)).toMatchObject({ outcome: "completed", error: null });
    expect(methodsIn(log)).toEqual(["server/discover", "tools/list", "tools/call"]);
    const refused = await perspt(["mcp", "call", "mcp.vault.item_delete", "--yes", "--json"]);
    expect([refused.code, errorOf(refused)]).toMatchObject([6, { code: "undeclared_tool" }]);
    expect(methodsIn(log)).toEqual(["server/discover", "tools/list"]);
  });
});

describe("published servers of older protocols", () => {
  const servers: readonly (readonly [name: string, words: readonly string[]])[] = [
    ["@modelcontextprotocol/server-everything", []],
    ["@modelcontextprotocol/server-filesystem", ["/"]],
  ];
  test.each(servers)(
    "%s is refused (exit 4), and was sent one server/discover and no initialize (T28)",
    async (name, words) => {
      const { perspt, configure, path } = workplace();
      const log = path("stdin");
      configure(stdioServer("older", recordStdin(log, published(name, ...words))));
      const result = await perspt(["mcp", "inspect", "--json"]);
      expect(result.code).toBe(4);
      expect(errorOf(result)).toMatchObject({
        code: "incompatible_protocol",
        message: textLike(/does not speak MCP 2026-07-28/),
        hint: textLike(/Upgrade the server to 2026-07-28/),
      });
      expect(documentOf(result)).toMatchObject({
        servers: [{ id: "older", state: "failed", protocolVersion: null, admitted: [] }],
      });
      expect(methodsIn(log)).toEqual(["server/discover"]);
      expect(readFileSync(log, "utf8")).not.toContain("initialize");
    },
  );
});

/** The methods of the frames that a server was sent, in order; a subscription may come at any time. */
function methodsIn(log: string): readonly unknown[] {
  const frames = readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const methods = frames.map((frame) => parseObject(frame)["method"]);
  // A subscription is opened and, at the end, cancelled: whether it was reached by then is a matter of time.
  const isListening = (method: unknown): boolean =>
    method === "subscriptions/listen" || method === "notifications/cancelled";
  return methods.filter((method) => !isListening(method));
}
