import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { recordsIn, segmentsOf, sessionsIn } from "./support/journal-files.js";
import { textLike } from "./support/matchers.js";
import { until } from "./support/processes.js";
import { documentOf, endOf, errorOf, startProgram } from "./support/run-program.js";
import { fixtureServer, policy, WRITES_EFFECTS } from "./support/server-tables.js";
import { type Workplace, workplace } from "./support/workplace.js";

/** A workplace where one call had its effect and lost its answer. */
async function withDoubt(): Promise<
  Workplace & { readonly session: string; readonly seq: number }
> {
  const place = workplace();
  place.configure(
    fixtureServer("drops", "drops-after-effect", { args: ["--effects", place.path("effects")] }),
    policy("count", "data_write", { selectors: WRITES_EFFECTS }),
  );
  await place.perspt(["mcp", "call", "mcp.drops.count"]);
  const [session = ""] = sessionsIn(place.stateDirectory);
  const intent = recordsIn(place.stateDirectory).find(({ type }) => type === "intent");
  return { ...place, session, seq: Number(intent?.["seq"]) };
}

describe("journal pending", () => {
  test("tells of a call in doubt what it was, when, what it may have touched, and how to settle it", async () => {
    const { perspt, session, seq } = await withDoubt();
    const document = documentOf(await perspt(["journal", "pending", "--json"]));
    expect(document).toEqual({
      schemaVersion: 1,
      pending: [
        {
          session,
          seq,
          operation: "mcp.drops.count",
          server: "drops",
          effect: "data_write",
          risk: "low",
          at: textLike(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          cause: "uncertain",
          code: textLike(/^[a-z_]+$/),
          taskId: null,
          running: false,
          touches: [textLikeTouch],
          arguments: {},
        },
      ],
      unreadable: [],
    });
    const shown = await perspt(["journal", "pending"]);
    expect([shown.code, shown.stderr]).toEqual([0, ""]);
    expect(shown.stdout).toMatch(
      new RegExp(
        [
          "^In doubt: one call may have run\\. None is sent again by itself\\.",
          "",
          `mcp\\.drops\\.count  ${session} #${seq} · \\d{4}-\\d\\d-\\d\\d [\\d:]+Z · data_write, risk low`,
          "  It was sent, and how it ended is not known \\([a-z_]+\\)\\.",
          "  touches: write .*effects.*",
          "  arguments: \\{\\}",
          "  Look whether it happened, then say so \\(--did, --did-not or --unknown\\):",
          `    perspt journal resolve ${session} ${seq} --did --note "what you saw"`,
          "$",
        ].join("\\n"),
      ),
    );
  });

  test("is nothing where there is nothing, and makes no directory", async () => {
    const { perspt } = workplace();
    expect(await perspt(["journal", "pending"])).toEqual({
      code: 0,
      stdout: "No call is in doubt.\n",
      stderr: "",
    });
    expect(documentOf(await perspt(["journal", "pending", "--json"]))).toEqual({
      schemaVersion: 1,
      pending: [],
      unreadable: [],
    });
  });

  test("names a session that may hold doubts and cannot be read", async () => {
    const { perspt, session, stateDirectory } = await withDoubt();
    rmSync(`${stateDirectory}/journals/${session}`, { recursive: true });
    writeFileSync(`${stateDirectory}/journals/${session}`, "");
    const result = await perspt(["journal", "pending", "--json"]);
    expect([result.code, documentOf(result)]).toMatchObject([
      0,
      { pending: [], unreadable: [{ session, code: "unsafe_path" }] },
    ]);
  });
});

/** Something that is written to. */
const textLikeTouch: unknown = expect.objectContaining({ access: "write" });

describe("journal resolve", () => {
  test.each([
    ["--did", "did", "it happened"],
    ["--did-not", "did_not", "it did not happen"],
    ["--unknown", "unknown", "nobody can tell whether it happened"],
  ])("%s settles a doubt, in a record of its own", async (flag, verdict, words) => {
    const { perspt, session, seq, stateDirectory } = await withDoubt();
    const line = ["journal", "resolve", session, String(seq), flag, "--note", "looked at the file"];
    const result = await perspt(line);
    expect(result).toEqual({
      code: 0,
      stdout: `Settled: #${seq} mcp.drops.count of ${session}: ${words}.\nNothing else of that session is in doubt.\n`,
      stderr: "",
    });
    expect(recordsIn(stateDirectory).at(-1)).toMatchObject({
      type: "resolved",
      intent: seq,
      verdict,
      note: "looked at the file",
    });
    expect(documentOf(await perspt(["journal", "pending", "--json"]))).toMatchObject({
      pending: [],
    });
    expect(documentOf(await perspt(["journal", "verify", "--json"]))).toMatchObject({
      sessions: [{ session, status: "ok", pending: 0 }],
    });
    const again = await perspt([...line, "--json"]);
    expect([again.code, errorOf(again)]).toMatchObject([
      1,
      {
        code: "intent_not_open",
        message: `#${seq} of session ${session} is not in doubt: it was settled before: ${words} (looked at the file).`,
      },
    ]);
  });

  test("refuses a line that does not say one thing, and changes nothing", async () => {
    const { perspt, session, seq, stateDirectory } = await withDoubt();
    const before = recordsIn(stateDirectory).length;
    for (const [words, message] of [
      [[String(seq), "--note", "x"], "Expected one of --did, --did-not and --unknown; got none."],
      [
        [String(seq), "--did", "--did-not", "--note", "x"],
        "Expected one of --did, --did-not and --unknown; got 2.",
      ],
      [[String(seq), "--did"], "A resolution needs a note."],
      [["six", "--did", "--note", "x"], 'Expected the number of a call, such as 6; got "six".'],
    ] as const) {
      const result = await perspt(["journal", "resolve", session, ...words, "--json"]);
      expect([result.code, errorOf(result)]).toMatchObject([1, { code: "usage", message }]);
    }
    const other = await perspt([
      "journal",
      "resolve",
      session,
      "1",
      "--did",
      "--note",
      "x",
      "--json",
    ]);
    expect([other.code, errorOf(other)]).toMatchObject([1, { code: "intent_not_open" }]);
    expect(recordsIn(stateDirectory)).toHaveLength(before);
  });

  test("leaves a session alone that a live process writes (D8); what runs there is no doubt", async () => {
    const place = workplace();
    const { perspt, stateDirectory, path } = place;
    place.configure(
      fixtureServer("slow", "toolbox", { args: ["--effects", path("effects")] }),
      policy("slow", "search"),
    );
    const child = startProgram(["mcp", "call", "mcp.slow.slow", "milliseconds=60000"], {
      cwd: path("work"),
      environment: place.environment,
    });
    const ended = endOf(child);
    await until("the intent is there", () =>
      recordsIn(stateDirectory).some(({ type }) => type === "intent"),
    );
    const [session = ""] = sessionsIn(stateDirectory);
    const pending = documentOf(await perspt(["journal", "pending", "--json"]));
    expect(pending).toMatchObject({ pending: [{ session, running: true, cause: "no_outcome" }] });
    expect((await perspt(["journal", "pending"])).stdout).toContain(
      "No call is in doubt.\n\nRunning now\n",
    );
    const seq = String(recordsIn(stateDirectory).find(({ type }) => type === "intent")?.["seq"]);
    const refused = await perspt([
      "journal",
      "resolve",
      session,
      seq,
      "--did",
      "--note",
      "x",
      "--json",
    ]);
    expect([refused.code, errorOf(refused)]).toMatchObject([1, { code: "journal_locked" }]);
    child.kill("SIGKILL");
    await ended;
    const settled = await perspt([
      "journal",
      "resolve",
      session,
      seq,
      "--did-not",
      "--note",
      "killed",
    ]);
    expect(settled.code).toBe(0);
  });

  test("keeps no secret that a note gives away (T77)", async () => {
    const place = await withDoubt();
    const { perspt, configure, session, seq, stateDirectory } = place;
    configure(
      fixtureServer("box", "toolbox", { lines: ['env_from_env = { TOKEN = "SOURCE" }'] }),
      policy("echo", "search"),
    );
    await perspt(
      [
        "journal",
        "resolve",
        session,
        String(seq),
        "--did",
        "--note",
        "token canary-s3cret-0123456789",
      ],
      { environment: { SOURCE: "canary-s3cret-0123456789" } },
    );
    expect(recordsIn(stateDirectory).at(-1)?.["note"]).toMatch(/^token \[redacted [0-9a-f]{32}\]$/);
  });
});

function withoutHash(record: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== "hash"));
}

describe("journal export", () => {
  test("gives every record as a line of JSON, and under --json as one document", async () => {
    const { perspt, session, stateDirectory } = await withDoubt();
    const document = documentOf(await perspt(["journal", "export", session, "--json"]));
    const { records, ...header } = document;
    expect(header).toEqual({
      schemaVersion: 1,
      session,
      status: "ok",
      head: textLike(/^[0-9a-f]{64}$/),
      at: null,
      salvaged: [],
    });
    const written = recordsIn(stateDirectory).map(withoutHash);
    expect(records).toEqual(written);
    const lines = (await perspt(["journal", "export", session])).stdout.trimEnd().split("\n");
    expect(lines.map((line): unknown => JSON.parse(line)).slice(1)).toEqual(written);
  });

  test("salvages what stands behind the damage, and says that nothing proves it", async () => {
    const { perspt, session, stateDirectory } = await withDoubt();
    const [segment = ""] = segmentsOf(stateDirectory, session);
    const lines = readFileSync(segment, "utf8").split("\n");
    writeFileSync(
      segment,
      lines.map((line, index) => (index === 3 ? line.slice(1) : line)).join("\n"),
    );
    const offset = Buffer.byteLength(`${lines.slice(0, 3).join("\n")}\n`);
    const document = documentOf(await perspt(["journal", "export", session, "--json"]));
    expect(document).toMatchObject({ status: "corrupt", at: { record: 4, offset } });
    const { records, salvaged } = document;
    expect(records).toHaveLength(3);
    const unreadableBytes = Buffer.byteLength(lines[3] ?? "");
    const [bad, ...found] = Array.isArray(salvaged) ? (salvaged as readonly unknown[]) : [];
    expect(bad).toEqual({ segment: "segment-000001.jsonl", offset, unreadableBytes });
    expect(found).toHaveLength(lines.length - 5);
    expect(found[0]).toMatchObject({ linked: true, record: { seq: 5 } });
    const people = await perspt(["journal", "export", session]);
    expect(people.stderr).toBe(
      `The log verifies up to record 3. Behind it, ${lines.length - 5} of ${lines.length - 4} lines could still be read; nothing proves what they say.\n`,
    );
  });

  test("of a session that is not there is a mistyped line", async () => {
    const { perspt } = workplace();
    const result = await perspt(["journal", "export", "none", "--json"]);
    expect([result.code, errorOf(result)]).toMatchObject([1, { code: "session_not_found" }]);
  });
});
