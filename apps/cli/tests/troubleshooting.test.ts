import { readFileSync } from "node:fs";
import { startFixture } from "@perspt/fixture-servers";
import { describe, expect, test } from "vitest";
import { errorOf, type RunResult } from "./support/run-program.js";
import { fixtureServer, httpServer, policy, stdioServer } from "./support/server-tables.js";
import { startOnTerminal } from "./support/terminal.js";
import { type Workplace, workplace } from "./support/workplace.js";

/** The troubleshooting table of the product's description: the tool says these words, and so does the page. */
const ROWS = {
  "/mcp says disabled": 'Add "chat" to modes and restart chat.',
  "Protocol is incompatible": "Upgrade the server to 2026-07-28; there is no legacy fallback.",
  "No remote tools are admitted":
    "Add exact policies and schema-valid footprints. Resource/prompt operations may still appear when advertised.",
  "Stdio program or credential is missing":
    "Verify direct argv and map variables with env_from_env.",
  "HTTP is refused": "Use HTTPS outside localhost and check header source variables.",
  "Sampling is rejected": "Enable it, stay under the token cap, and omit unadvertised context.",
  "Elicitation is declined in agent mode": "Use chat or install an SDK host provider.",
  "A task times out": "Increase the overall deadline deliberately or fix the server.",
} as const;

type Symptom = keyof typeof ROWS;

const PAGE = readFileSync(new URL("../../../docs/troubleshooting.md", import.meta.url), "utf8");

test("the page has these rows, in this order, word for word", () => {
  const section = PAGE.split(/^## /m).find((each) => each.startsWith("By symptom\n")) ?? "";
  const rows = [...section.matchAll(/^\| (.+) \| (.+) \|$/gm)]
    .map(([, symptom = "", check = ""]) => [symptom, check].map((text) => text.replaceAll("`", "")))
    .slice(1);
  expect(rows).toEqual(Object.entries(ROWS));
});

interface Told {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

const told = (result: RunResult): Told => errorOf(result) as Told;

/** The row is made of these words and of what joins them, and each was told when its trouble was met. */
function expectRow(symptom: Symptom, parts: readonly (readonly [words: string, text: string])[]) {
  let rest: string = ROWS[symptom];
  for (const [words, text] of parts) {
    expect(text.replace(/\s+/g, " ").toLowerCase()).toContain(words.toLowerCase());
    expect(rest).toContain(words);
    rest = rest.replace(words, "");
  }
  expect(rest.replace(/\band\b|[\s,.]/g, "")).toBe("");
}

async function call(place: Workplace, words: readonly string[]): Promise<Told> {
  return told(await place.perspt(["mcp", "call", ...words, "--json"]));
}

describe("each row, its trouble met with the built program, is what the program says", () => {
  test("/mcp says disabled", async () => {
    const place = workplace();
    place.configure(fixtureServer("docs", "echo"), policy("echo", "search"));
    const terminal = startOnTerminal(place, ["chat", "--model", "rehearsal"], {
      columns: 100,
      rows: 24,
    });
    await terminal.untilShown("rehearsal");
    terminal.type("/mcp\r");
    await terminal.untilShown("disabled");
    const screen = terminal.screen().join(" ");
    expectRow("/mcp says disabled", [[ROWS["/mcp says disabled"], screen]]);
  });

  test.each([
    ["answers as an older server does", "legacy"],
    ["ends when it is asked", "legacy-that-exits"],
  ] as const)("Protocol is incompatible: a server that %s", async (_name, name) => {
    const place = workplace();
    place.configure(fixtureServer("old", name));
    const { code, hint } = told(await place.perspt(["mcp", "inspect", "old", "--json"]));
    expect(code).toBe("incompatible_protocol");
    expectRow("Protocol is incompatible", [[ROWS["Protocol is incompatible"], hint]]);
  });

  test("No remote tools are admitted", async () => {
    const place = workplace();
    place.configure(fixtureServer("docs", "library"));
    const { stdout } = await place.perspt(["mcp", "inspect", "docs"]);
    const symptom = "No remote tools are admitted";
    expect(stdout).toContain(symptom);
    expect(stdout).toContain("mcp.docs._perspt_resources_list");
    expectRow(symptom, [[ROWS[symptom], stdout]]);
  });

  test("Stdio program or credential is missing", async () => {
    const place = workplace();
    place.configure(stdioServer("docs", ["no-such-program-anywhere"]));
    const missing = told(await place.perspt(["mcp", "inspect", "docs", "--json"]));
    const script = 'console.error("DOCS_TOKEN is not set"); process.exit(1);';
    place.configure(stdioServer("docs", [process.execPath, "-e", script]));
    const ended = told(await place.perspt(["mcp", "inspect", "docs", "--json"]));
    expect([missing.code, ended.code]).toEqual(["program_not_found", "server_exited"]);
    expectRow("Stdio program or credential is missing", [
      ["Verify direct argv", missing.hint],
      ["map variables with env_from_env", ended.hint],
    ]);
  });

  test("HTTP is refused", async () => {
    const place = workplace();
    place.configure(httpServer("far", "http://tools.example.test/mcp"));
    const plain = told(await place.perspt(["config", "check", "--json"]));
    const server = await startFixture("status-code", ["--status", "401"]);
    place.configure(
      httpServer("near", server.url, ['headers_from_env = { Authorization = "NEAR_TOKEN" }']),
    );
    const environment = { NEAR_TOKEN: "Bearer of-nothing" };
    const denied = told(await place.perspt(["mcp", "inspect", "near", "--json"], { environment }));
    expect([plain.code, denied.code]).toEqual(["plaintext_endpoint", "auth_required"]);
    expect(denied.hint).toContain("NEAR_TOKEN");
    expectRow("HTTP is refused", [
      ["Use HTTPS outside localhost", plain.hint],
      ["check header source variables", denied.hint],
    ]);
  });

  test("Sampling is rejected", async () => {
    const place = workplace();
    const asks = async (params: object, lines: readonly string[]) => {
      place.configure(
        fixtureServer("docs", "asks-for-input", { lines }),
        policy("script", "search"),
      );
      const method = "sampling/createMessage";
      const rounds = [{ inputRequests: { answer: { method, params } } }];
      const args = JSON.stringify({ key: "k", rounds });
      return call(place, ["mcp.docs.script", "--args", args]);
    };
    const messages = [{ role: "user", content: { type: "text", text: "Hello" } }];
    const off = await asks({ messages, maxTokens: 10 }, []);
    const over = await asks({ messages, maxTokens: 5000 }, ["sampling = true"]);
    const wide = { messages, maxTokens: 10, includeContext: "allServers" };
    const context = await asks(wide, ["sampling = true"]);
    expect([off.code, over.code, context.code]).toEqual([
      "input_not_enabled",
      "sampling_over_cap",
      "sampling_context_refused",
    ]);
    expectRow("Sampling is rejected", [
      ["Enable it", off.hint],
      ["stay under the token cap", over.hint],
      ["omit unadvertised context", context.hint],
    ]);
  });

  test.each(["agent", "chat"])(
    "Elicitation is declined in a single call of mode %s",
    async (mode) => {
      const place = workplace();
      place.configure(
        fixtureServer("docs", "asks-for-input", {
          lines: ["elicitation = true", 'modes = ["agent", "chat"]'],
        }),
        policy("script", "search"),
      );
      const requestedSchema = { type: "object", properties: { topic: { type: "string" } } };
      const params = { message: "Which topic?", requestedSchema };
      const rounds = [{ inputRequests: { topic: { method: "elicitation/create", params } } }];
      const { code, stdout, stderr } = await place.perspt([
        "mcp",
        "call",
        "mcp.docs.script",
        "--mode",
        mode,
        "--args",
        JSON.stringify({ key: "k", rounds }),
      ]);
      expect([code, stdout]).toEqual([0, expect.stringContaining('"action":"decline"')]);
      const symptom = "Elicitation is declined in agent mode";
      expectRow(symptom, [[ROWS[symptom], stderr]]);
    },
  );

  test("A task times out", async () => {
    const place = workplace();
    place.configure(
      fixtureServer("docs", "runs-tasks", { lines: ["max_task_wait_ms = 1000"] }),
      policy("script", "search"),
    );
    const args = JSON.stringify({ key: "k", states: [{ status: "working" }] });
    const { code, hint } = await call(place, ["mcp.docs.script", "--args", args]);
    expect(code).toBe("deadline_passed");
    expectRow("A task times out", [[ROWS["A task times out"], hint]]);
  });
});
