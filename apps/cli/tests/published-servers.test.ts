import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { recordStdin } from "@perspt/fixture-servers";
import { describe, expect, test } from "vitest";
import { documentOf, errorOf } from "./support/run-program.js";
import { policy, stdioServer } from "./support/server-tables.js";
import { workplace } from "./support/workplace.js";

// Servers as their authors published them, started offline. They come with the program's development dependencies.

const require = createRequire(import.meta.url);

/** The argv of a published server's program. */
function published(name: string, ...words: readonly string[]): [string, ...string[]] {
  const manifestFile = require.resolve(`${name}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifestFile, "utf8"));
  const file: unknown = typeof bin === "string" ? bin : Object.values(bin)[0];
  return [process.execPath, join(manifestFile, "..", String(file)), ...words];
}

describe("published servers of 2026-07-28 over stdio", () => {
  test("context7: its named tool is admitted, its other one refused", async () => {
    const { perspt, configure } = workplace();
    configure(
      stdioServer("context7", published("@upstash/context7-mcp")),
      policy("resolve-library-id", "search"),
    );
    const result = await perspt(["mcp", "inspect", "--json"]);
    expect([result.code, result.stderr]).toEqual([0, ""]);
    expect(documentOf(result)).toMatchObject({
      servers: [
        {
          id: "context7",
          state: "ready",
          protocolVersion: "2026-07-28",
          serverInfo: { name: "Context7", version: "4.1.1" },
        },
      ],
    });
  });
});
