import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { digest } from "@perspt/json";
import { describe, expect, test } from "vitest";
import type { ApprovalsPort, LocalOperation } from "../src/index.js";
import { CHAT_GRANT, fixtureServer, openHost, policy, typesOf } from "./hosts.js";

const effectsFile = () => join(mkdtempSync(join(tmpdir(), "perspt-")), "effects");
const ECHO = fixtureServer("docs", "echo", policy("echo"));

describe("one governed call", () => {
  test("its intent is durable before the send, its outcome before it is shown", async () => {
    const { call, records } = await openHost(ECHO);
    const result = await call("mcp.docs.echo", { message: "hello" });
    expect(result).toMatchObject({
      operation: "mcp.docs.echo",
      outcome: { kind: "completed", result: { content: [{ type: "text", text: "hello" }] } },
      decision: { effect: "allow", rule: "risk_runs" },
      journal: { session: "s1", seq: 6 },
    });
    expect(typesOf(records())).toEqual([
      "segment",
      "session",
      "grant",
      "catalog",
      "admission",
      "intent",
      "outcome",
    ]);
    const [intent, outcome] = records().slice(-2);
    expect(intent).toMatchObject({
      operation: "mcp.docs.echo",
      rule: "risk_runs",
      effect: "search",
    });
    // The outcome's line was written after a sync that covered the intent's.
    expect(outcome).toMatchObject({ intent: 6, kind: "completed", synced: 6 });
  });

  test("the alias that a model was shown names the same operation", async () => {
    const { call } = await openHost(ECHO);
    const result = await call("mcp__docs__echo", { message: "x" });
    expect([result.operation, result.outcome.kind]).toEqual(["mcp.docs.echo", "completed"]);
  });

  test("listing and explaining leave nothing on the disk", async () => {
    const { host, stateDirectory } = await openHost(ECHO);
    await host.explain("mcp.docs.echo", { kind: "text", text: '{"message":"x"}' });
    expect(host.offered().map(({ operation }) => operation)).toEqual(["mcp.docs.echo"]);
    expect(existsSync(join(stateDirectory, "journals"))).toBe(false);
  });

  test("a tool that says isError is a tool error, with its content", async () => {
    const { call } = await openHost(fixtureServer("t", "toolbox", policy("fail")));
    expect((await call("mcp.t.fail")).outcome).toMatchObject({ kind: "tool_error" });
  });

  test("report 21: a connection lost after the send is uncertain, happened once, and stays in doubt", async () => {
    const effects = effectsFile();
    const { call, records } = await openHost(
      fixtureServer(
        "t",
        "drops-after-effect",
        policy(
          "count",
          "data_write",
          "low",
          '[{ kind = "literal", resource = "counter", access = "write" }]',
        ),
        ["--effects", effects],
      ),
    );
    expect((await call("mcp.t.count")).outcome).toMatchObject({
      kind: "uncertain",
      mayHaveRun: true,
    });
    expect(readFileSync(effects, "utf8")).toBe("counted\n");
    expect(records().at(-1)).toMatchObject({ type: "outcome", kind: "uncertain" });
    const again = await call("mcp.t.count");
    expect(again).toMatchObject({ outcome: { kind: "refused", error: { code: "unsettled" } } });
    expect(readFileSync(effects, "utf8")).toBe("counted\n");
  });
});

describe("what is refused sends nothing", () => {
  test("an operation that no policy declares names its rejection and the TOML that would change it", async () => {
    const effects = effectsFile();
    const { call } = await openHost(
      fixtureServer("t", "toolbox", policy("echo"), ["--effects", effects]),
    );
    const { outcome, decision } = await call("mcp.t.count");
    expect(outcome).toMatchObject({ kind: "refused", error: { code: "undeclared_tool" } });
    expect(outcome.kind === "refused" && outcome.error.hint).toContain(
      `[external_tools.tools."count"]`,
    );
    expect(decision).toBeNull();
    expect(existsSync(effects)).toBe(false);
  });

  test("a name that stands for nothing is told from one that was rejected", async () => {
    const { call } = await openHost(ECHO);
    expect((await call("mcp.docs.other")).outcome).toMatchObject({
      kind: "refused",
      error: { code: "no_such_operation", hint: "Operations: mcp.docs.echo." },
    });
  });

  test("T6 of the client's rules: arguments that do not fit are refused before anything is decided", async () => {
    const { call, stateDirectory } = await openHost(ECHO);
    expect((await call("mcp.docs.echo", { message: 7 })).outcome).toMatchObject({
      kind: "refused",
      error: { code: "invalid_arguments" },
    });
    expect(existsSync(join(stateDirectory, "journals"))).toBe(false);
  });

  test("high risk with nobody to ask is a deny, and the refusal is on the record", async () => {
    const effects = effectsFile();
    const tools = policy(
      "count",
      "data_write",
      "high",
      '[{ kind = "literal", resource = "counter", access = "write" }]',
    );
    const { call, records } = await openHost(
      fixtureServer("t", "toolbox", tools, ["--effects", effects]),
    );
    expect(await call("mcp.t.count")).toMatchObject({
      outcome: { kind: "refused", error: { code: "nobody_to_ask" } },
      decision: { effect: "deny", rule: "nobody_to_ask" },
    });
    expect(records().at(-1)).toMatchObject({ type: "refusal", code: "nobody_to_ask" });
    expect(existsSync(effects)).toBe(false);
  });

  test("T54: chat admits nothing that writes", async () => {
    const tools = `${policy("count", "data_write", "low", '[{ kind = "literal", resource = "c", access = "write" }]')}${policy("echo")}`;
    const { host, call } = await openHost(fixtureServer("t", "toolbox", tools), {
      grant: CHAT_GRANT,
    });
    expect(host.offered().map(({ operation }) => operation)).toEqual(["mcp.t.echo"]);
    expect((await call("mcp.t.count")).outcome).toMatchObject({
      error: { code: "effect_not_granted" },
    });
  });

  test("a call cancelled before its turn is refused", async () => {
    const { call } = await openHost(ECHO);
    const outcome = (await call("mcp.docs.echo", { message: "x" }, AbortSignal.abort())).outcome;
    expect(outcome).toMatchObject({ kind: "refused", error: { code: "cancelled_before_send" } });
  });

  test("a journal that cannot be opened sends nothing", async () => {
    const effects = effectsFile();
    const blocked = join(mkdtempSync(join(tmpdir(), "perspt-")), "file");
    writeFileSync(blocked, "");
    const { openJournal } = await import("@perspt/journal");
    const tools = policy(
      "count",
      "data_write",
      "low",
      '[{ kind = "literal", resource = "c", access = "write" }]',
    );
    const { call } = await openHost(fixtureServer("t", "toolbox", tools, ["--effects", effects]), {
      journal: {
        open: () =>
          openJournal({
            stateDirectory: blocked,
            session: {
              kind: "new",
              id: "s1",
              header: {
                persptVersion: "",
                mode: "agent",
                workspace: null,
                configDigest: "",
                protectedPaths: [],
              },
            },
            secrets: [],
          }),
      },
    });
    const { outcome, journal } = await call("mcp.t.count");
    expect(outcome).toMatchObject({ kind: "refused", mayHaveRun: false });
    expect(journal).toBeNull();
    expect(existsSync(effects)).toBe(false);
  });
});

describe("approvals", () => {
  const tools = policy("echo", "search", "high");

  function asking(answer: "granted" | "denied") {
    const asked: unknown[] = [];
    const approvals: ApprovalsPort = {
      async ask(request) {
        asked.push(request.arguments);
        return answer === "granted"
          ? { kind: "granted", by: "person", scope: "call" }
          : { kind: "denied", by: "person", reason: "not now" };
      },
    };
    return { approvals, asked };
  }

  test("a grant lets exactly this call run, and is on the record", async () => {
    const { approvals, asked } = asking("granted");
    const { call, records } = await openHost(fixtureServer("docs", "echo", tools), { approvals });
    expect(await call("mcp.docs.echo", { message: "x" })).toMatchObject({
      outcome: { kind: "completed" },
      decision: { rule: "approved_by_person" },
    });
    expect(asked).toEqual([{ message: "x" }]);
    const [approval, intent] = records().slice(-3);
    expect(approval).toMatchObject({ type: "approval", verdict: "granted", by: "person" });
    expect(intent).toMatchObject({ type: "intent", approval: approval?.seq });
  });

  test("a no is a deny", async () => {
    const { approvals } = asking("denied");
    const { call, records } = await openHost(fixtureServer("docs", "echo", tools), { approvals });
    expect((await call("mcp.docs.echo", { message: "x" })).outcome).toMatchObject({
      error: { code: "approval_denied" },
    });
    expect(typesOf(records()).slice(-2)).toEqual(["approval", "refusal"]);
  });

  test("a port that throws counts as a no", async () => {
    const approvals: ApprovalsPort = {
      ask: async () => {
        throw new Error("terminal gone");
      },
    };
    const { call } = await openHost(fixtureServer("docs", "echo", tools), { approvals });
    expect((await call("mcp.docs.echo", { message: "x" })).outcome.kind).toBe("refused");
  });
});

describe("several servers", () => {
  test("report 4: one that fails leaves the others whole, and says why with its last words", async () => {
    const toml = [
      fixtureServer("good", "echo", policy("echo")),
      fixtureServer("bad", "exits-at-once"),
      '[[external_tools]]\nid = "closed"\ntransport = "streamable_http"\nurl = "http://127.0.0.1:9/mcp"\n',
      '[[external_tools]]\nid = "gone"\ntransport = "stdio"\ncommand = ["no-such-program"]\n',
      '[[external_tools]]\nid = "unset"\ntransport = "stdio"\ncommand = ["node"]\nenv_from_env = { TOKEN = "NO_SUCH_VARIABLE" }\n',
    ].join("\n");
    const { host, call } = await openHost(toml);
    const reports = host.reports();
    expect(reports.map(({ id, state, error }) => [id, state, error?.code ?? null])).toEqual([
      ["good", "ready", null],
      ["bad", "failed", "server_exited"],
      ["closed", "failed", "unreachable"],
      ["gone", "failed", "program_not_found"],
      ["unset", "failed", "missing_env_source"],
    ]);
    expect(reports[1]?.stderrTail).not.toBe("");
    expect((await call("mcp.good.echo", { message: "x" })).outcome.kind).toBe("completed");
  });

  test("report 10: two servers with one tool name are two operations", async () => {
    const { call } = await openHost(
      `${fixtureServer("a", "echo", policy("echo"))}${fixtureServer("b", "echo", policy("echo"))}`,
    );
    expect((await call("mcp.a.echo", { message: "1" })).outcome.kind).toBe("completed");
    expect((await call("mcp.b.echo", { message: "2" })).outcome.kind).toBe("completed");
  });

  test("a server that is not of this mode is not started, and says how to enable it", async () => {
    const toml = fixtureServer("docs", "echo").replace(
      'modes = ["agent", "chat"]',
      'modes = ["agent"]',
    );
    const { host } = await openHost(toml, { grant: CHAT_GRANT });
    expect(host.reports()).toMatchObject([
      { state: "not_enabled", error: { hint: 'Add "chat" to modes in its table.' } },
    ]);
  });

  test("the client operations of what a server offers besides tools go the same road", async () => {
    const { call } = await openHost(fixtureServer("lib", "library"));
    expect(
      (await call("mcp.lib._perspt_resource_read", { uri: "file:///library/guide.md" })).outcome,
    ).toMatchObject({
      kind: "completed",
      result: { contents: [{ text: "# Guide" }] },
    });
    expect((await call("mcp.lib._perspt_resources_list")).outcome.kind).toBe("completed");
    expect(
      (
        await call("mcp.lib._perspt_prompt_get", {
          name: "summarise",
          argument_names: ["topic"],
          argument_values: ["physics"],
        })
      ).outcome,
    ).toMatchObject({
      kind: "completed",
      result: { messages: [{ content: { text: "Summarise physics" } }] },
    });
    expect(
      (
        await call("mcp.lib._perspt_complete", {
          reference_kind: "prompt",
          reference: "summarise",
          argument_name: "topic",
          argument_value: "ph",
        })
      ).outcome,
    ).toMatchObject({ kind: "completed", result: { completion: { values: ["physics"] } } });
    expect(
      (
        await call("mcp.lib._perspt_prompt_get", {
          name: "summarise",
          argument_names: ["topic"],
          argument_values: [],
        })
      ).outcome,
    ).toMatchObject({ kind: "refused", error: { code: "invalid_arguments" } });
  });
});

describe("operations that run in this process", () => {
  const inputSchema = { type: "object", properties: { name: { type: "string" } } };
  const greet: LocalOperation = {
    definition: {
      operation: "local.greet",
      description: "Greets",
      inputSchema,
      digest: digest(inputSchema),
    },
    policy: { effect: "data_read", risk: "low", footprint: { selectors: [] }, bindings: [] },
    async execute({ name }) {
      if (name === "nobody") throw new Error("no name");
      return {
        kind: "completed",
        mayHaveRun: true,
        result: { content: [{ type: "text", text: `Hello, ${JSON.stringify(name)}` }] },
      };
    },
  };

  test("they take the same road", async () => {
    const { call, records } = await openHost("", { localOperations: [greet] });
    expect((await call("local.greet", { name: "you" })).outcome).toMatchObject({
      result: { content: [{ text: 'Hello, "you"' }] },
    });
    expect(typesOf(records()).slice(-2)).toEqual(["intent", "outcome"]);
  });

  test("one that throws has failed, and may have done anything up to there", async () => {
    const { call } = await openHost("", { localOperations: [greet] });
    expect((await call("local.greet", { name: "nobody" })).outcome).toMatchObject({
      kind: "failed",
      mayHaveRun: true,
      error: { code: "operation_threw" },
    });
  });
});

test("eight calls that do not conflict run side by side; conflicting ones in the order proposed", async () => {
  const started: string[] = [];
  let running = 0;
  let most = 0;
  const inputSchema = {
    type: "object",
    properties: { key: { type: "string" } },
    required: ["key"],
  };
  const work: LocalOperation = {
    definition: {
      operation: "local.work",
      description: "",
      inputSchema,
      digest: digest(inputSchema),
    },
    policy: {
      effect: "data_write",
      risk: "low",
      footprint: {
        selectors: [{ kind: "scoped_argument", family: "k", field: "key", access: "write" }],
      },
      bindings: [],
    },
    async execute({ key }) {
      started.push(JSON.stringify(key));
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 50));
      running -= 1;
      return { kind: "completed", mayHaveRun: true, result: {} };
    },
  };
  const { call } = await openHost("", { localOperations: [work] });
  await Promise.all(
    ["a", "b", "c", "d", "e", "f", "g", "h"].map((key) => call("local.work", { key })),
  );
  expect(most).toBe(8);
  started.length = 0;
  most = 0;
  await Promise.all(["x", "x", "x"].map((key) => call("local.work", { key })));
  expect([started, most]).toEqual([['"x"', '"x"', '"x"'], 1]);
});
